import { mergeReadFields } from '@docketbox/contract/reading/merge'
import { isGstOf, type ReceiptFacts, receiptFactsChange } from '@docketbox/contract/receipts/facts'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { z } from 'zod'
import { typedPercent } from '#platform/format/percent.ts'
import { optionalCents, optionalText } from '#platform/format/typed-values.ts'

/** Turns form values into the request: an empty field clears its fact. */
export const factsForm = z
  .object({
    description: z.string(),
    supplier: optionalText,
    supplierAbn: optionalText,
    documentDate: optionalText,
    paidDate: optionalText,
    totalCents: optionalCents,
    gstCents: optionalCents,
    currency: z
      .string()
      .optional()
      .transform((value) => value?.trim().toUpperCase() || 'AUD'),
    audCents: optionalCents,
    workUsePercent: optionalText.transform((value) => (value === null ? null : typedPercent(value))),
    buyer: optionalText,
    isReimbursed: z
      .string()
      .optional()
      .transform((answer) => (answer ? answer === 'yes' : null)),
    note: optionalText,
  })
  .transform((values): z.input<typeof receiptFactsChange> => values)
  .pipe(receiptFactsChange)

export function startingValues(
  { facts, description, suggestions }: ReceiptDetails,
  acceptsSuggestions: boolean,
) {
  // In a lodged year, even facts may have suggestions.
  const shown: ReceiptFacts = Object.assign({}, facts, acceptsSuggestions && suggestions, omitNulls(facts))
  return {
    description,
    ...omitNulls({
      supplier: shown.supplier,
      supplierAbn: shown.supplierAbn,
      documentDate: shown.documentDate,
      paidDate: shown.paidDate,
      totalCents: shown.totalCents,
      gstCents: shown.gstCents,
      currency: shown.currency,
      audCents: shown.audCents,
      workUsePercent: shown.workUsePercent === null ? null : String(shown.workUsePercent),
      buyer: shown.buyer,
      isReimbursed: shown.isReimbursed === null ? null : shown.isReimbursed ? 'yes' : 'no',
      note: shown.note,
    }),
  }
}

/**
 * What to save: changed facts, and what was decided about suggestions. GST that was calculated from a total which has been
 * corrected isn't accepted with it.
 */
export function changesOf(
  values: z.output<typeof factsForm>,
  receipt: ReceiptDetails,
  acceptsSuggestions: boolean,
): z.output<typeof factsForm> {
  const { suggestions, readings } = receipt
  const current: Record<string, unknown> = factsAsRead(receipt)
  const isDecided = (name: string) => acceptsSuggestions && Object.hasOwn(suggestions ?? {}, name)
  const { gstCents: read } = mergeReadFields(readings.flatMap(({ fields }) => fields ?? []))
  const isGstOutdated =
    isDecided('gstCents') &&
    read?.origin === 'calculated' &&
    read.value === values.gstCents &&
    !isGstOf(values.totalCents ?? 0, read)
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== current[name] || isDecided(name))
      .filter(([name]) => name !== 'gstCents' || !isGstOutdated),
  )
}

/** What its user has seen of a receipt, so that nothing else is replaced. */
export function factsAsRead({ facts, description }: ReceiptDetails) {
  return { ...facts, description }
}

/** Fields of unknown facts start empty. */
function omitNulls<Facts extends Record<string, string | number | boolean | null>>(facts: Facts) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as {
    [Name in keyof Facts]?: NonNullable<Facts[Name]>
  }
}
