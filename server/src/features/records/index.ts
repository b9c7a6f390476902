export { exportRecords } from './export.ts'
export { recordRoutes } from './routes.ts'
export { listRecordedYears } from './recorded-years.ts'
export { listClaims, readRecords, vehiclesIn } from './year.ts'
