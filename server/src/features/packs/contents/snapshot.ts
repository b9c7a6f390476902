import type { RecordClaim, YearOfRecords, YearSummary } from '@docketbox/contract'

/** What a pack says besides its receipts, as of one moment. */
export type PackSnapshot = Readonly<{
  /** An ISO timestamp. */
  takenAt: string
  incomeYear: string
  owner: Readonly<{ name: string; email: string }>
  summary: YearSummary
  /** Names by id. */
  categories: Readonly<Record<string, string>>
  records: YearOfRecords
  claims: readonly RecordClaim[]
}>
