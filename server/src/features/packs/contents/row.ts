import { type DeductionLabel, effectiveLabel, formatLabel } from '@docketbox/contract'

/** `receipt`, or what stands in for one. */
export type EvidenceType = 'receipt' | 'small_expense' | 'unobtainable' | 'bank_line'

/** Whether the receipt or its owner says how much GST there is, or we calculated it. */
export type GstBasis = 'stated' | 'derived' | 'none' | 'unknown'

/** A line of a pack's lists: a receipt, or an expense without one. */
export type PackRow = Readonly<{
  id: string
  /** The day it was incurred; null while it isn't known. */
  incurredOn: string | null
  /** The local day it was captured, for a receipt; undefined in packs begun before it was part of them. */
  capturedOn?: string
  documentDate: string | null
  supplier: string | null
  supplierAbn: string | null
  description: string
  category: string
  labelSuggested: DeductionLabel | null
  labelConfirmed: DeductionLabel | null
  currency: string
  /** In its own currency. */
  totalCents: number | null
  /** In Australian dollars; null while it isn't known in them. */
  spentCents: number | null
  gstCents: number | null
  /** Undefined in packs begun before it was part of them, and for an expense without a receipt. */
  gstBasis?: GstBasis
  workUsePercent: number | null
  /** The work share of that; 0 if it was reimbursed. */
  claimableCents: number | null
  /** Whether someone paid the owner back; null if that isn't known. */
  isReimbursed: boolean | null
  /** How the year's records claim the car that the expense is for; null for other expenses. */
  method: string | null
  /** Until when an asset is claimed, or that it may be one; undefined in packs begun before it was part of them. */
  asset?: string | null
  /** Of an asset of an earlier year, the last one it's claimed in; undefined for what's of the pack's year. */
  claimedUntil?: string
  evidenceType: EvidenceType
  /** The details that evidence still needs. */
  missing: readonly string[]
  uploadedAt: string
  isEditedAfterLodgement: boolean
  note: string | null
  files: readonly PackedFile[]
}>
type PackedFile = Readonly<{ path: string; sha256: string }>

/** The label it counts under; null while it isn't sorted. */
export function labelOf({ labelConfirmed, labelSuggested }: PackRow): DeductionLabel | null {
  return effectiveLabel({ confirmed: labelConfirmed, suggested: labelSuggested })
}

/** `D1`, or the name of what isn't on the form of an individual's return, such as `Rental property`. */
export function shortLabel(label: DeductionLabel): string {
  return label.startsWith('D') ? label : formatLabel(label)
}

/** GST in Australian dollars, if it's known. */
export function gstAudCents({ currency, gstCents }: PackRow): number | null {
  return currency === 'AUD' ? gstCents : null
}
