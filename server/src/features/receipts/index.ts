export { holdPicture, pictureOfDraft } from './draft-picture.ts'
export { cleanReceipts, makePreviews } from './jobs.ts'
export { receiptRoutes } from './routes.ts'
