import {
  businessLabels,
  endingOf,
  type Parsed,
  type receiptEndpoints,
  sydneyDay,
  type TaxRules,
} from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import { answerOf } from '#features/tax-profiles'
import { editedSinceLodged } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { escapeLike } from '#platform/database/queries/like.ts'
import { type Criterion, parseQuery } from './parse-query.ts'

type Query = NonNullable<Parsed<typeof receiptEndpoints.bulk>['body']['filter']>

/** Which receipts to find: those that fulfil all criteria and the rest of the query. */
export type SearchFilter = Omit<Query, 'q'> & {
  criteria: readonly Criterion[]
  /** What decides which details any receipt lacks; undefined unless it's searched for. */
  taxRules?: TaxRules | undefined
  /** The only years that may be found, by the year they end in. */
  onlyYears?: readonly number[] | undefined
}

export function searchFilterOf(
  { q = '', ...query }: Query,
  { now, taxRules }: Pick<Deps, 'now' | 'taxRules'>,
): SearchFilter {
  return {
    ...query,
    criteria: parseQuery(q, sydneyDay(now())),
    taxRules: query.missing === 'any' ? taxRules : undefined,
  }
}

/** Whether a filter has no conditions besides these. */
export function hasOnly(
  { criteria, ...others }: SearchFilter,
  names: readonly (keyof SearchFilter)[],
): boolean {
  const isAllowed = ([name, value]: [string, unknown]) =>
    value === undefined || names.includes(name as keyof SearchFilter)
  return criteria.length === 0 && Object.entries(others).every(isAllowed)
}

/** In Australian dollars; while that isn't known, in the receipt's currency. */
export const amount = sql`coalesce(r.spent_cents, r.total_cents)`

const missing = {
  supplier: sql`r.supplier is null`,
  date: sql`(r.document_date is null and r.paid_date is null)`,
  amount: sql`r.spent_cents is null`,
}
/** What evidence may lack besides the details of a tax invoice. An amount in another currency counts here. */
const anyMissing = [
  missing.supplier,
  sql`r.document_date is null`,
  sql`r.total_cents is null`,
  sql`r.sources->>'description' = 'default'`,
]

/** Whether the owner's receipt `r` lacks a detail, as `missingDetails` of the contract says it of one that was read. */
function lacksAny(ownerId: string, taxRules: TaxRules): RawBuilder<unknown> {
  const limits = taxRules.map(({ incomeYear, taxInvoiceCents, buyerOnInvoiceCents }) => ({
    year: endingOf(incomeYear),
    invoice: taxInvoiceCents?.value ?? null,
    buyer: buyerOnInvoiceCents?.value ?? null,
  }))
  const label = sql`coalesce(r.label_confirmed, r.label_suggested)`
  const mayHaveCredit = sql`(${label} is null or ${label} = 'business'
    or r.label_confirmed is null and ${label} = any(${businessLabels}))`
  // Once for each year instead of each receipt.
  const registeredYears = sql`array(select year from unnest(${limits.map(({ year }) => year)}::smallint[]) year
    where ${answerOf('is_gst_registered', { ownerId, ending: sql`year` })})`
  const lacksInvoiceDetails = sql`r.currency = 'AUD' and ${mayHaveCredit}
    and r.income_year = any(${registeredYears})
    and exists (select from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
      as limits (year smallint, invoice bigint, buyer bigint)
      where limits.year = r.income_year and r.total_cents > limits.invoice and (
        r.supplier_abn is null or r.gst_cents is null or r.total_cents >= limits.buyer and r.buyer is null))`
  return sql`(${sql.join([...anyMissing, lacksInvoiceDetails], sql` or `)})
    and r.label_confirmed is distinct from 'private'`
}
const types = {
  image: sql`v.type like 'image/%'`,
  pdf: sql`v.type = 'application/pdf'`,
  document: sql`v.type in ('application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')`,
}

/** Turns a condition on `text` into one on the receipt `r`; `at` is its position among `textConditions`. */
type HasText = (condition: RawBuilder<unknown>, at: number) => RawBuilder<unknown>

/** The conditions on the owner's receipts `r` outside the bin. */
export function matching(
  ownerId: string,
  filter: SearchFilter,
  hasText: HasText = (condition) =>
    sql`r.id in (select receipt_id from receipt_texts where owner_id = ${ownerId} and ${condition})`,
): RawBuilder<boolean> {
  const { category, incomeYear, onlyYears, minCents, maxCents, type, source, reimbursed, label, changed } =
    filter
  const lacks =
    filter.missing === 'any'
      ? lacksAny(ownerId, filter.taxRules ?? [])
      : filter.missing && missing[filter.missing]
  const conditions = [
    sql`r.owner_id = ${ownerId}`,
    sql`r.deleted_at is null`,
    category !== undefined && sql`r.category_id = ${category}`,
    onlyYears !== undefined && sql`r.income_year = any(${onlyYears}::smallint[])`,
    incomeYear !== undefined && sql`r.income_year = ${endingOf(incomeYear)}`,
    minCents !== undefined && sql`${amount} >= ${minCents}`,
    maxCents !== undefined && sql`${amount} <= ${maxCents}`,
    lacks,
    label !== undefined &&
      sql`coalesce(r.label_confirmed, r.label_suggested) is not distinct from ${label === 'none' ? null : label}`,
    reimbursed !== undefined &&
      sql`r.is_reimbursed is ${sql.raw(reimbursed === 'yes' ? 'true' : 'not true')}`,
    type !== undefined &&
      sql`exists (select from receipt_versions v where v.owner_id = ${ownerId} and v.receipt_id = r.id
        and v.replaced_at is null and ${types[type]})`,
    source !== undefined && sql`${source} = any(r.fact_sources)`,
    changed !== undefined && sql`r.id in (${editedSinceLodged(ownerId, { incomeYear })})`,
    filter.criteria.length > 0 && matchingCriteria(filter.criteria, hasText),
  ].filter((condition) => condition !== false && condition !== undefined)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** One for all words, so that the index intersects them, then one for each other criterion that texts can fulfil. */
export function textConditions(criteria: readonly Criterion[]): RawBuilder<unknown>[] {
  const words = criteria.filter(isWord).map(({ texts }) => containsAny(texts))
  const others = criteria.filter((criterion) => !isWord(criterion) && criterion.texts.length > 0)
  return [
    ...(words.length > 0 ? [sql.join(words, sql` and `)] : []),
    ...others.map(({ texts }) => containsAny(texts)),
  ]
}

/** Whether only the texts of a receipt can fulfil it. */
export function isWord({ texts, ...others }: Criterion): boolean {
  return texts.length > 0 && Object.keys(others).length === 0
}

/** Whether the receipt `r` fulfils all criteria. */
export function matchingCriteria(criteria: readonly Criterion[], hasText: HasText): RawBuilder<unknown> {
  const texts = textConditions(criteria).map(hasText)
  const words = criteria.some(isWord) ? [texts.shift()!] : []
  const others = criteria
    .filter((criterion) => !isWord(criterion))
    .map((criterion) => anyOf(criterion, criterion.texts.length > 0 && texts.shift()!))
  return sql.join([...words, ...others], sql` and `)
}

function anyOf(
  { cents, categories, days, month, incomeYear, abn, currency }: Criterion,
  hasText: RawBuilder<unknown> | false,
): RawBuilder<unknown> {
  const alternatives = [
    cents && sql`r.total_cents between ${cents.min} and ${cents.max}`,
    cents && sql`r.spent_cents between ${cents.min} and ${cents.max}`,
    categories && sql`r.category_id = any(${categories}::uuid[])`,
    ...(days ?? []).map(({ first, last }) => sql`r.purchased_on between ${first} and ${last}`),
    month !== undefined && sql`extract(month from r.purchased_on) = ${month}`,
    incomeYear !== undefined && sql`r.income_year = ${incomeYear}`,
    abn !== undefined && sql`r.supplier_abn = ${abn}`,
    currency !== undefined && sql`r.currency = ${currency}`,
    hasText,
  ].filter((alternative) => alternative !== false && alternative !== undefined)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

function containsAny(texts: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(texts.map(contains), sql` or `)})`
}

/** Whether the index has a trigram for it; without one, LIKE would scan the index of all owners. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u
const IS_SHORT_WORD = /^[a-z0-9]{1,2}$/

/** A word of one or two letters has a trigram only at the beginning of words, and is searched for there. */
function contains(text: string): RawBuilder<unknown> {
  if (IS_SHORT_WORD.test(text)) return sql`text like ${`% ${text}%`}`
  return HAS_TRIGRAM.test(text)
    ? sql`text like fold_text(${`%${escapeLike(text)}%`})`
    : sql`strpos(text, fold_text(${text})) > 0`
}
