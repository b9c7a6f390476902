export { addFiles } from '../pending/transfers.ts'
export { fieldsOf } from './drafts.ts'
export { draftFor, photo, startFresh } from './uploads.ts'
export { detailsOf, receiptOf } from './receipts.ts'
