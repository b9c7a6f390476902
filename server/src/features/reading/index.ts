export { guessCategory } from './category/guess.ts'
export { createReader } from './reader/reader.ts'
export { nextWaiting } from './next-waiting.ts'
export * from './store.ts'
