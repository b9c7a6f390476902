import type { RecordClaim, TaxProfile, YearOfRecords, YearSummary } from '@docketbox/contract'

/** A pack's data besides its receipts, at one moment. */
export type PackSnapshot = Readonly<{
  /** An ISO timestamp. */
  takenAt: string
  incomeYear: string
  owner: Readonly<{ name: string; email: string }>
  /** What they told us about how they earn; undefined in packs begun before it was part of them. */
  taxProfile?: TaxProfile
  summary: YearSummary
  /** Names by id. */
  categories: Readonly<Record<string, string>>
  records: YearOfRecords
  claims: readonly RecordClaim[]
}>
