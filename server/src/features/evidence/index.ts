export { cleanEvidence } from './cleanup.ts'
export { evidenceRoutes } from './routes.ts'
export { exportEvidence } from './service.ts'
