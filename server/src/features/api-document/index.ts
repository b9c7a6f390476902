export { apiDocumentRoutes } from './routes.ts'
