import { defineProject } from 'vitest/config'

export default defineProject({
  // Real databases and processes, on machines that are doing other things too.
  test: {
    name: 'local',
    isolate: false,
    include: ['**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
