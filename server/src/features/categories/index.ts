export { categoryRoutes } from './routes.ts'
export { listCategories } from './store.ts'
