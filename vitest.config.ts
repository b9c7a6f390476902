import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'server', 'standins', 'web'],
    // Tests wait for databases and processes more than they compute.
    maxWorkers: availableParallelism() * 2,
  },
})
