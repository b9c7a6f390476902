export { mailEndedRetention, mailYearSummaries } from './mailing/jobs.ts'
export { mustBeKept } from './retention.ts'
export { yearRoutes } from './routes.ts'
export { listYears } from './years.ts'
