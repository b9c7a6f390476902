export { purgeAccounts } from './purge.ts'
export { accountRoutes } from './routes.ts'
