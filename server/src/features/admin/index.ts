export { adminRoutes } from './routes.ts'
export { hasSuperAdmin } from './store.ts'
export { setAdministratorStatus } from './suspension.ts'
