import type { Parsed, Output, receiptEndpoints } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { pageOf } from '#platform/database/queries/page.ts'
import { planningEachQuery } from '#platform/database/transaction.ts'
import { requireYear, type Scope, yearLimit } from '#platform/security/scope.ts'
import { requireCategory } from '../categories.ts'
import { describeReceipts, type ReceiptDeps } from '../reading/describe.ts'
import { hasOnly, isWord, type SearchFilter, searchFilterOf } from './conditions.ts'
import { isListed, listPage, searchPage } from './store.ts'

type Query = Parsed<typeof receiptEndpoints.search>['query']

/** Each is compared with every word of the owner's receipts. */
const MAX_CORRECTED = 8
const MIN_CORRECTED_LENGTH = 4
const MAX_CORRECTED_LENGTH = 30
const endings: [RegExp, string][] = [
  [/(\p{L}[^aeiou])ies$/u, '$1y'],
  [/([^aeiou])y$/, '$1ies'],
  [/(ss|x|z|ch|sh)es$/, '$1'],
  [/([^s])s$/, '$1'],
]

/**
 * One page of the receipts that match a query. When none does, words are replaced by their singular or plural or
 * the words they join, or else by similar ones, that occur in the owner's receipts.
 * @throws Refusal when the category doesn't exist.
 */
export async function searchReceipts(
  { db, now, reader, taxRules }: ReceiptDeps & Pick<Deps, 'now'>,
  scope: Scope,
  query: Query,
): Promise<Output<typeof receiptEndpoints.search>> {
  requireYear(scope, query.incomeYear)
  const { page, limit, sort, ...conditions } = query
  const filter = { ...searchFilterOf(conditions, { now, taxRules }), onlyYears: yearLimit(scope) }
  const work = (db: Db) => search({ db, reader, taxRules }, scope, filter, { page, limit, sort })
  // The list of all receipts needs the same plan for every owner.
  const isWholeList = isListed(filter, sort) && hasOnly(filter, [])
  return isWholeList ? work(db) : planningEachQuery(db, work)
}

async function search(
  { db, reader, taxRules }: ReceiptDeps,
  scope: Scope,
  filter: SearchFilter,
  { page, limit, sort }: Pick<Query, 'page' | 'limit' | 'sort'>,
): Promise<Output<typeof receiptEndpoints.search>> {
  const { ownerId } = scope
  const paging = { offset: (page - 1) * limit, limit, sort }
  const readPage = isListed(filter, sort) ? listPage : searchPage
  let matches = await readPage(db, ownerId, filter, paging)
  let corrections: string[] = []
  if (matches.total === 0) {
    if (filter.category !== undefined) await requireCategory(db, filter.category)
    const similar = await similarWords(db, ownerId, filter)
    const certain = new Set(similar.filter((row) => row.is_certain).map((row) => row.typed))
    const first = similar.filter((row) => row.is_certain || !certain.has(row.typed))
    // A certain word may be of a receipt in the bin.
    for (const words of first.length < similar.length ? [first, similar] : [similar]) {
      if (words.length === 0 || matches.total > 0) break
      matches = await searchPage(db, ownerId, withWords(filter, words), paging)
      if (matches.total > 0) corrections = [...new Set(words.map(({ word }) => word))]
    }
  }
  const { receipts, total, isCountCapped, sums } = matches
  const docs = await describeReceipts({ db, reader, taxRules }, scope, receipts)
  return {
    ...pageOf(docs, { page, limit }, total),
    isCountCapped,
    totalCents: sums?.[0] ?? null,
    withAmount: sums?.[1] ?? null,
    claimableCents: sums?.[2] ?? null,
    corrections,
  }
}

/**
 * The filter of all that a search showed: with the corrections it showed, and no others. What is repeated after a
 * lost response would otherwise change receipts with similar words once none with the typed ones are left.
 */
export async function filterOfShown(db: Db, ownerId: string, filter: SearchFilter): Promise<SearchFilter> {
  if (!filter.corrections) return filter
  const shown = new Set(filter.corrections)
  const similar = await similarWords(db, ownerId, filter)
  return withWords(
    filter,
    similar.filter(({ word }) => shown.has(word)),
  )
}

type SimilarWord = {
  typed: string
  word: string
  /** Whether it's the singular or plural, or the same words with spaces. */
  is_certain: boolean
}

/** Words of the owner similar to the first eight of a search; none for guests, who mustn't see those of other years. */
async function similarWords(db: Db, ownerId: string, filter: SearchFilter): Promise<SimilarWord[]> {
  const typed = filter.criteria
    .filter((criterion) => isWord(criterion) || criterion.categories)
    .flatMap(({ texts }) => texts)
    .filter(isCorrectable)
    .slice(0, MAX_CORRECTED)
  if (typed.length === 0 || filter.onlyYears) return []
  const { rows } = await sql<SimilarWord>`
    select input.typed, candidate.word, candidate.is_certain
    from (
      select typed, fold_text(typed) as folded, fold_text(other_number) as other_number,
        length(typed) / 6 + 1 as distance,
        array(select overlay(fold_text(typed) placing reverse(substr(fold_text(typed), at, 2)) from at for 2)
          from generate_series(1, length(typed) - 1) at) as swapped
      from unnest(${typed}::text[], ${typed.map(otherNumber)}::text[]) as terms (typed, other_number)
    ) input, lateral (
      select word, true as is_certain from receipt_words where owner_id = ${ownerId} and word = other_number
      union all
      (select word, false from receipt_words
      where owner_id = ${ownerId} and word <> folded and word is distinct from other_number
        and length(word) between length(folded) - distance and length(folded) + distance
        and (word = any(swapped) or levenshtein_less_equal(word, folded, distance) <= distance)
      order by word <> all(swapped), levenshtein(word, folded), word limit 3)
    ) candidate`.execute(db.withoutPlugins())
  return [...rows, ...(await spacedWords(db, ownerId, typed))]
}

/** Words of the owner's suppliers that were typed as one: `big w` for `bigw`. */
async function spacedWords(db: Db, ownerId: string, typed: readonly string[]): Promise<SimilarWord[]> {
  const { rows } = await sql<{ typed: string; joined: string; supplier: string }>`
    select typed, joined, supplier
    from (select typed, fold_text(typed) as joined from unnest(${typed}::text[]) as terms (typed)) input, (
      select fold_text(name) as supplier from (
        select distinct supplier as name from receipts
        where owner_id = ${ownerId} and deleted_at is null and strpos(supplier, ' ') > 0
      ) names
    ) suppliers
    where strpos(replace(supplier, ' ', ''), joined) > 0`.execute(db.withoutPlugins())
  return rows.flatMap(({ typed, joined, supplier }) => {
    const word = wordsJoinedAs(joined, supplier.split(' '))
    return word === undefined ? [] : [{ typed, word, is_certain: true }]
  })
}

/** Those of the `words` in a row that make `joined` without the spaces. */
function wordsJoinedAs(joined: string, words: readonly string[]): string | undefined {
  for (const first of words.keys())
    for (let last = first + 2; last <= words.length; last++)
      if (words.slice(first, last).join('') === joined) return words.slice(first, last).join(' ')
  return undefined
}

function withWords(filter: SearchFilter, similar: readonly SimilarWord[]): SearchFilter {
  const criteria = filter.criteria.map((criterion) => ({
    ...criterion,
    texts: [
      ...criterion.texts,
      ...similar.filter(({ typed }) => criterion.texts.includes(typed)).map(({ word }) => word),
    ],
  }))
  return { ...filter, criteria }
}

/** The singular of what seems to be a plural, or the plural of a word in `y`; null for others. */
function otherNumber(word: string): string | null {
  const ending = endings.find(([pattern]) => pattern.test(word))
  return ending ? word.replace(...ending) : null
}

function isCorrectable(word: string): boolean {
  return (
    /^[\p{L}\p{M}'’]+$/u.test(word) &&
    word.length >= MIN_CORRECTED_LENGTH &&
    word.length <= MAX_CORRECTED_LENGTH
  )
}
