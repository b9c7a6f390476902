import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './clean-up.ts'

// Registered here, before each file, and not where the things are begun: files share their modules, which are read
// once, and a hook that is registered inside another hook never runs.
afterEach(endTest)
afterAll(endFile)
