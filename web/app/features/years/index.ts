export { LodgedNotice } from './lodgement/receipt-notice.tsx'
export { AssetYear } from './asset-year.tsx'
export { RetentionLine } from './retention-line.tsx'
export { explainYears, useRetention } from './use-retention.ts'
