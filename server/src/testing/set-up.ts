import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './clean-up.ts'

// Hooks are registered here because files share modules, and a hook registered inside another hook never runs.
afterEach(endTest)
afterAll(endFile)
