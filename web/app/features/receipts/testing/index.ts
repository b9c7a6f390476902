export { addFiles } from '../pending/transfers.ts'
export { draftFor, photo, startFresh } from './uploads.ts'
