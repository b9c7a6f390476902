import { defineProject } from 'vitest/config'
import { defineProduct, productFrom } from './product-definitions.ts'

export default defineProject({
  define: defineProduct(productFrom({})),
  test: {
    name: 'web',
    isolate: false,
    include: ['app/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['./app/testing/set-up.ts'],
    // Generous for busy machines. Journeys and the benchmark measure speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
