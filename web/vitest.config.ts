import { defineProject } from 'vitest/config'
import { productDefinitions } from './product-definitions.ts'

export default defineProject({
  define: productDefinitions({}),
  test: {
    name: 'web',
    include: ['app/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./app/testing/set-up.ts'],
  },
})
