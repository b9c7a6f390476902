export { forgetOldLodgements } from './forgetting.ts'
export { inboxRoutes } from './routes.ts'
