import type Stripe from 'stripe'
import { missing } from './fault.ts'

type Page = {
  limit?: number | undefined
  starting_after?: string | undefined
  created?: { gte: number } | undefined
}

/** One page, newest first, in the shape of every list of the API. */
export function listOf<Row extends { id: string; created?: number }>(
  url: string,
  rows: Row[],
  { limit = 10, starting_after, created }: Page,
): Stripe.ApiList<Row> {
  const matching = rows.toReversed().filter((row) => !created || (row.created ?? 0) >= created.gte)
  const previous = starting_after ? matching.findIndex((row) => row.id === starting_after) : -1
  if (starting_after && previous < 0) throw missing('object', starting_after, 'starting_after')
  const data = matching.slice(previous + 1, previous + 1 + limit)
  return { object: 'list', data, has_more: previous + 1 + limit < matching.length, url }
}
