export { useOpenNotes } from './queries.ts'
