/** What a pack says besides its receipts, as of one moment. */
export type PackSnapshot = Readonly<{
  /** An ISO timestamp. */
  takenAt: string
  incomeYear: string
  owner: Readonly<{ name: string; email: string }>
}>
