export { check } from './check.ts'
export { checkFiles } from './nightly.ts'
export { inWords, isSound } from './report.ts'
