import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'scripts',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['**/*.test.ts'],
  },
})
