import { defineProject } from 'vitest/config'

export default defineProject({ test: { name: 'standins', isolate: false, include: ['src/**/*.test.ts'] } })
