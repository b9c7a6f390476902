import type { DeductionLabel } from '@docketbox/contract/receipts/deduction-labels'
import { createContext, use } from 'react'
import type { FieldName } from '../sections.ts'

/** The values the form was prefilled with. */
export type Prefill = {
  /** Every prefilled field with its value. */
  values: ReadonlyMap<FieldName, string | number>
  /** Where the amounts come from. */
  sources: ReadonlyMap<FieldName, string>
  /** Receipts and expenses without a label or an amount, or probably private ones, which couldn't be used. */
  leftOut: number
  /** Assets claimed over several years, which couldn't be used either. */
  assets: number
  /** Receipts that may be for assets, which couldn't be used before their owner has said. */
  possibleAssets: number
  /** Labels of expenses that the form doesn't ask for. */
  otherLabels: readonly DeductionLabel[]
  /** Records that couldn't be used, each with what its figure waits for. */
  recordsLeftOut: readonly { subject: string; reason: string }[]
}

/** Undefined for guests, and until it's loaded. */
export const PrefillContext = createContext<Prefill | undefined>(undefined)

export function usePrefilled(name: FieldName): { cents: number; source: string } | undefined {
  const prefill = use(PrefillContext)
  const [cents, source] = [prefill?.values.get(name), prefill?.sources.get(name)]
  return typeof cents === 'number' && source !== undefined ? { cents, source } : undefined
}
