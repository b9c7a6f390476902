import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['src/**/*.test.ts'],
    setupFiles: ['./src/testing/set-up.ts'],
    globalSetup: ['@docketbox/testing/database/cluster-template', './src/testing/global-setup.ts'],
    // Real databases and processes, on machines that are busy with other things too.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
})
