import { z } from 'zod'
import { type DeductionLabel, deductionLabels } from './labels/names.ts'

export * from './labels/names.ts'

export const deductionLabel = z.enum(deductionLabels, 'Choose a deduction label.')

/** What sole traders claim in the schedule of their business instead. */
export const businessLabels: readonly DeductionLabel[] = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6']

/** What the owner confirmed, otherwise what we suggest; null: not sorted yet. */
export function effectiveLabel(label: {
  suggested: DeductionLabel | null
  confirmed: DeductionLabel | null
}): DeductionLabel | null {
  return label.confirmed ?? label.suggested
}

/** How an owner earns, asked once. */
export const workKind = z.enum(['employee', 'soleTrader', 'both'], 'Choose how you earn.')
export type WorkKind = z.infer<typeof workKind>
