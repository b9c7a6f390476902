export { readingGauge } from './gauge.ts'
export { guessCategory } from './category/guess.ts'
export { createReader } from './reader/reader.ts'
export * from './store.ts'
