import {
  type DraftEdit,
  factName,
  type FactName,
  type FactSources,
  type FactSuggestions,
  factsIn,
  isFromUser,
  maxGstCents,
} from '@docketbox/contract'
import { mergedText } from '@docketbox/contract/receipts/drafts/merged-texts'
import type { ReceiptRow } from '../store.ts'

export const fillableFacts = factName.exclude(['description', 'currency']).options
const amounts: readonly FactName[] = ['totalCents', 'audCents', 'gstCents']

type Facts = Pick<
  ReceiptRow,
  | (typeof fillableFacts)[number]
  | 'description'
  | 'currency'
  | 'labelConfirmed'
  | 'labelAnswers'
  | 'lastClaimedYear'
> & {
  sources: FactSources
  suggestions: FactSuggestions | null
}

/** What the owner typed about a draft before merging it; what isn't an amount or a day up to `latest` is dropped. */
export function factsOfEdit(edit: DraftEdit, latest: string): Facts {
  const { supplier = null, totalCents = null, documentDate = null } = factsIn(edit, latest)
  const description = edit.description?.trim() ?? ''
  return {
    supplierAbn: null,
    paidDate: null,
    audCents: null,
    gstCents: null,
    workUsePercent: null,
    buyer: null,
    isReimbursed: null,
    note: null,
    currency: 'AUD',
    suggestions: null,
    labelConfirmed: null,
    labelAnswers: {},
    lastClaimedYear: null,
    supplier,
    totalCents,
    documentDate,
    description,
    sources: { description: description ? 'typed' : 'default' },
  }
}

/**
 * Fills a receipt's missing facts from the other one. Its own facts stay and count as confirmed, so that
 * reading the further pages changes none of it. What its owner wrote about either stays.
 */
export function fillFacts(receipt: Facts, other: Facts) {
  const sources: FactSources = { ...receipt.sources }
  const suggestions: FactSuggestions = { ...other.suggestions, ...receipt.suggestions }
  const filled: Partial<Facts> = {}
  const { currency } = isAmountOpen(receipt) && hasAmount(other) ? other : receipt
  if (currency !== receipt.currency) {
    filled.currency = currency
    sources.currency = other.sources.currency ?? 'typed'
  }
  for (const name of fillableFacts) {
    if (receipt[name] !== null) {
      if (sources[name] === 'read') sources[name] = 'confirmed'
    } else if (sources[name] === undefined && canFill(name, { receipt, other, filled })) {
      Object.assign(filled, { [name]: other[name] })
      sources[name] = other.sources[name] ?? 'typed'
    } else continue
    delete suggestions[name as keyof FactSuggestions]
  }
  if (sources.description === 'default' && other.sources.description !== 'default') {
    filled.description = other.description
    sources.description = other.sources.description ?? 'typed'
  } else if (isFromUser(other.sources.description ?? 'typed')) {
    Object.assign(filled, joined('description', receipt, other))
  }
  Object.assign(filled, joined('note', receipt, other))
  if (sources.description === 'read') sources.description = 'confirmed'
  return {
    ...filled,
    labelConfirmed: receipt.labelConfirmed ?? other.labelConfirmed,
    labelAnswers: JSON.stringify({ ...other.labelAnswers, ...receipt.labelAnswers }),
    lastClaimedYear: receipt.lastClaimedYear ?? other.lastClaimedYear,
    sources: JSON.stringify(sources),
    suggestions: Object.keys(suggestions).length > 0 ? JSON.stringify(suggestions) : null,
  }
}

function joined(name: 'description' | 'note', receipt: Facts, other: Facts): Partial<Facts> {
  const [own, added] = [receipt[name], other[name]]
  const both = own && added ? mergedText(name, own, { added }) : undefined
  return both === undefined || both === own ? {} : { [name]: both }
}

function hasAmount(facts: Facts): boolean {
  return amounts.some((name) => facts[name as keyof Facts] !== null)
}

/** Whether it has no amount, and its owner has cleared neither an amount nor the currency. */
function isAmountOpen(facts: Facts): boolean {
  return (
    !hasAmount(facts) && [...amounts, 'currency' as const].every((name) => facts.sources[name] === undefined)
  )
}

/**
 * Whether the other one says it. Amounts only fit if they're of the same money, what they came to in Australian dollars if
 * the total is the same, and GST if it can be part of the total.
 */
function canFill(
  name: (typeof fillableFacts)[number],
  { receipt, other, filled }: { receipt: Facts; other: Facts; filled: Partial<Facts> },
): boolean {
  if (other[name] === null) return false
  if (!amounts.includes(name)) return true
  if ((filled.currency ?? receipt.currency) !== other.currency) return false
  const total = filled.totalCents ?? receipt.totalCents
  if (name === 'audCents') return other.totalCents === total
  return name !== 'gstCents' || total === null || other.gstCents! <= maxGstCents(total)
}
