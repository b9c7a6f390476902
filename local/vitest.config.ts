import { defineProject } from 'vitest/config'

export default defineProject({ test: { name: 'local', isolate: false, include: ['**/*.test.ts'] } })
