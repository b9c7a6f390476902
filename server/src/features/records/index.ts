export { exportRecords } from './export.ts'
export { recordRoutes } from './routes.ts'
export { listClaims, readRecords } from './year.ts'
