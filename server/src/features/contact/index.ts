export { deleteExpiredMessages } from './retention.ts'
export { contactRoutes } from './routes.ts'
export { listMessages, type MessageRow } from './store.ts'
