export { listEarlierAssets } from './assets/earlier-assets.ts'
export { mailEndedRetention, mailYearSummaries } from './mailing/jobs.ts'
export { mustBeKept } from './retention.ts'
export { isStillClaimedIn } from './receipts-store.ts'
export { yearRoutes } from './routes.ts'
export { requireStarted, summariseYear } from './summary.ts'
export {
  editedSinceLodged,
  findInYearSince,
  followSuggestedLabels,
  hasChangedSinceLodged,
} from './totals/changed-receipts.ts'
export { snapshotTaxAnswers } from './totals/tax-answers.ts'
export { asEmployee, createTally, type Tally } from './totals/totals.ts'
export { findLastLodged, findLodgedReturn, listYears } from './years.ts'
