export { adminRoutes } from './routes.ts'
export { hasSuperAdmin } from './store.ts'
