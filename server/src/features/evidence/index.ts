export { cleanEvidence } from './cleanup.ts'
export { evidenceRoutes } from './routes.ts'
export { exportEvidence, sumByKind } from './service.ts'
export {
  type EvidenceRow,
  listYear as evidenceOfYear,
  listYearsWithEvidence,
  totalsOf as evidenceTotals,
} from './store.ts'
