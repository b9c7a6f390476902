import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'scripts',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['**/*.test.ts'],
    // They run npm and Node, on machines that are doing other things too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
