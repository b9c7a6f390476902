import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { finishBuild } from './after-build.ts'
import { publicPaths } from './app/public-paths.ts'

const buildDirectory = 'build'

export default {
  ssr: false,
  buildDirectory,
  routeDiscovery: { mode: 'initial' },
  prerender: ({ getStaticPaths }) => {
    const existing = getStaticPaths()
    return [...publicPaths.filter((path) => existing.includes(path)), '/404']
  },
  buildEnd: ({ buildManifest }) =>
    finishBuild(join(import.meta.dirname, buildDirectory), buildManifest?.routes ?? {}),
} satisfies Config
