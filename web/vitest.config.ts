import { defineProject } from 'vitest/config'
import { productDefinitions, productFrom } from './product-definitions.ts'

export default defineProject({
  define: productDefinitions(productFrom({})),
  test: {
    name: 'web',
    isolate: false,
    include: ['app/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./app/testing/set-up.ts'],
  },
})
