import { defineProject } from 'vitest/config'

export default defineProject({
  // Real databases and processes, on machines that are doing other things too.
  test: {
    name: 'local',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['**/*.test.ts'],
    globalSetup: '@docketbox/testing/database/cluster-template',
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
})
