import { incomeYearEnding, type Parsed, type receiptEndpoints } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '#platform/database/like.ts'
import { type Criterion, parseQuery } from './parse-query.ts'

type Query = Omit<Parsed<typeof receiptEndpoints.search>['query'], 'sort' | 'page' | 'limit'>

/** Which receipts to find: those that fulfil all criteria and the rest of the query. */
export type SearchFilter = Omit<Query, 'q'> & { criteria: readonly Criterion[] }

/** @param today as in `2026-11-22`. */
export function searchFilterOf({ q = '', ...query }: Query, today: string): SearchFilter {
  return { ...query, criteria: parseQuery(q, today) }
}

const missing = {
  supplier: sql`r.supplier is null`,
  date: sql`(r.document_date is null and r.paid_date is null)`,
  amount: sql`r.total_cents is null`,
}
const types = {
  image: sql`v.type like 'image/%'`,
  pdf: sql`v.type = 'application/pdf'`,
  document: sql`v.type in ('application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')`,
}

/** The conditions on the owner's receipts `r` outside the bin. */
export function matching(ownerId: string, filter: SearchFilter): RawBuilder<boolean> {
  const { category, incomeYear, minCents, maxCents, type, source } = filter
  const lacks =
    filter.missing === 'any'
      ? sql`(${sql.join(Object.values(missing), sql` or `)})`
      : filter.missing && missing[filter.missing]
  const conditions = [
    sql`r.owner_id = ${ownerId}`,
    sql`r.deleted_at is null`,
    category !== undefined && sql`r.category_id = ${category}`,
    incomeYear !== undefined && sql`r.income_year = ${incomeYearEnding(`${incomeYear.slice(0, 4)}-07-01`)}`,
    minCents !== undefined && sql`r.total_cents >= ${minCents}`,
    maxCents !== undefined && sql`r.total_cents <= ${maxCents}`,
    lacks,
    type !== undefined &&
      sql`exists (select from receipt_versions v where v.owner_id = r.owner_id and v.receipt_id = r.id
        and v.replaced_at is null and ${types[type]})`,
    source !== undefined &&
      sql`${source} in (r.sources->>'supplier', r.sources->>'documentDate', r.sources->>'totalCents')`,
    ...criteriaConditions(ownerId, filter.criteria),
  ].filter((condition) => condition !== false && condition !== undefined)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Words are looked up together, so that the index intersects them; other criteria are compared receipt by receipt. */
function criteriaConditions(ownerId: string, criteria: readonly Criterion[]): RawBuilder<unknown>[] {
  const words = criteria.filter(isWord).map(({ texts }) => containsAny(texts))
  const others = criteria.filter((criterion) => !isWord(criterion))
  return [
    ...(words.length > 0 ? [withText(ownerId, sql.join(words, sql` and `))] : []),
    ...others.map((criterion) => anyOf(ownerId, criterion)),
  ]
}

/** Whether only the texts of a receipt can fulfil it. */
export function isWord({ texts, ...others }: Criterion): boolean {
  return texts.length > 0 && Object.keys(others).length === 0
}

function anyOf(ownerId: string, { texts, cents, days, month, abn }: Criterion): RawBuilder<unknown> {
  const alternatives = [
    cents && sql`r.total_cents between ${cents.min} and ${cents.max}`,
    days && sql`r.purchased_on between ${days.first} and ${days.last}`,
    month !== undefined && sql`extract(month from r.purchased_on) = ${month}`,
    abn !== undefined && sql`r.supplier_abn = ${abn}`,
    texts.length > 0 && withText(ownerId, containsAny(texts)),
  ].filter((alternative) => alternative !== false && alternative !== undefined)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

function withText(ownerId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`r.id in (select receipt_id from receipt_texts where owner_id = ${ownerId} and ${condition})`
}

function containsAny(texts: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(texts.map(contains), sql` or `)})`
}

/** Whether the index has a trigram for it; without one, LIKE would scan the index of all owners. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u

function contains(text: string): RawBuilder<unknown> {
  return HAS_TRIGRAM.test(text)
    ? sql`text like fold_text(${`%${escapeLike(text)}%`})`
    : sql`strpos(text, fold_text(${text})) > 0`
}
