export { deleteExpiredLodgements } from './retention.ts'
export { inboxRoutes } from './routes.ts'
