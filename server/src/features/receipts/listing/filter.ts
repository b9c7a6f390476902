import { endingOf } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '#platform/database/like.ts'

const MAX_WORDS = 8

/** Which receipts to list or download. */
export type ReceiptFilter = Readonly<{
  categoryId?: string | undefined
  /** The year it ends in. */
  incomeYear?: number | undefined
  /** The only years that may be shown, by the year they end in. */
  onlyYears?: readonly number[] | undefined
  /** All of them must be in the receipt. */
  words?: readonly string[]
}>

/** @param query.incomeYear as in `2026-27`. */
export function parseFilter(query: {
  category?: string | undefined
  incomeYear?: string | undefined
  q?: string | undefined
}): ReceiptFilter {
  const { category, incomeYear, q = '' } = query
  return {
    categoryId: category,
    incomeYear: incomeYear === undefined ? undefined : endingOf(incomeYear),
    words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS),
  }
}

/** The conditions of a filter, each starting with `and`. */
export function conditionsOf({
  categoryId,
  incomeYear,
  onlyYears,
  words = [],
}: ReceiptFilter): RawBuilder<unknown> {
  const contained = words.map((word) => sql`and search_text like ${containing(word)}`)
  return sql`${categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`}
    ${incomeYear === undefined ? sql`` : sql`and income_year = ${incomeYear}`}
    ${onlyYears === undefined ? sql`` : sql`and income_year = any(${onlyYears}::smallint[])`}
    ${contained.length === 0 ? sql`` : sql.join(contained, sql` `)}`
}

/** Phones and computers type different apostrophes, so an apostrophe matches any character. */
function containing(word: string): string {
  return `%${escapeLike(word).replace(/['\u2018\u2019]/g, '_')}%`
}
