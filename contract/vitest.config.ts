import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'contract',
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['**/*.test.ts'],
  },
})
