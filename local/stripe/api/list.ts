import type Stripe from 'stripe'
import type { z } from 'zod'
import type { moment } from './accept.ts'
import { missing } from './fault.ts'

type Page = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: z.output<typeof moment> | undefined
}

/** One page, newest first, in the shape of every list of the API. */
export function listOf<Row extends { id: string; created?: number }>(
  url: string,
  rows: Row[],
  { limit = 10, starting_after, ending_before, created }: Page,
): Stripe.ApiList<Row> {
  const matching = rows.toReversed().filter((row) => isWithin(row.created, created))
  const position = (id: string, param: string) => {
    const at = matching.findIndex((row) => row.id === id)
    if (at < 0) throw missing('object', id, param)
    return at
  }
  const from = starting_after ? position(starting_after, 'starting_after') + 1 : 0
  const to = ending_before ? position(ending_before, 'ending_before') : matching.length
  const start = ending_before ? Math.max(from, to - limit) : from
  const data = matching.slice(start, Math.min(to, start + limit))
  const has_more = ending_before ? start > from : start + limit < to
  return { object: 'list', data, has_more, url }
}

function isWithin(created = 0, range: Page['created']): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt, gte, lt, lte } = range
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  )
}
