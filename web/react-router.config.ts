import type { Config } from '@react-router/dev/config'
import { publicPaths } from './app/public-paths.ts'

export default {
  ssr: false,
  routeDiscovery: { mode: 'initial' },
  prerender: ({ getStaticPaths }) => {
    const existing = getStaticPaths()
    return [...publicPaths.filter((path) => existing.includes(path)), '/404']
  },
} satisfies Config
