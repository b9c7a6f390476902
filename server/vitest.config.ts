import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['./src/testing/set-up.ts'],
    globalSetup: './src/testing/global-setup.ts',
    // Real databases and processes, on machines that do other things at the same time.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
