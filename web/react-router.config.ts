import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { finishBuild } from './after-build.ts'
import { publicPaths } from './app/public-paths.ts'

export default {
  ssr: false,
  routeDiscovery: { mode: 'initial' },
  prerender: ({ getStaticPaths }) => {
    const existing = getStaticPaths()
    return [...publicPaths.filter((path) => existing.includes(path)), '/404']
  },
  buildEnd: ({ buildManifest }) =>
    finishBuild(join(import.meta.dirname, 'build'), buildManifest?.routes ?? {}),
} satisfies Config
