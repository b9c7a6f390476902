export { guessCategory } from './category/guess.ts'
export * from './store.ts'
