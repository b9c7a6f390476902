export { cleanReceipts, makePreviews } from './jobs.ts'
export { receiptRoutes } from './routes.ts'
