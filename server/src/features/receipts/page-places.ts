import type { Db } from '#platform/database/database.ts'
import { type ListFilter, listLive, type Page, type Place } from './list-store.ts'

const MOST_LISTS = 2_000
const MOST_PLACES = 500

type Remembered = { revision: number; places: Map<number, Place> }

export type PagePlaces = {
  /** The page of that number. */
  page(db: Db, ownerId: string, filter: ListFilter, of: { page: number; limit: number }): Promise<Page>
}

/**
 * Remembers where the pages of a list end, so that going through a long one never skips what it already went
 * over: page 2,000 costs what page 2 does. A place counts only while the list is as it was, which its revision
 * tells; without a place the page is found by counting, with the same answer.
 */
export function pagePlaces(): PagePlaces {
  const lists = new Map<string, Remembered>()

  function remember(key: string, page: number, { receipts, revision }: Page): void {
    const last = receipts.at(-1)
    if (!last) return
    const known = lists.get(key)
    const list = known?.revision === revision ? known : { revision, places: new Map<number, Place>() }
    if (list.places.size >= MOST_PLACES) list.places.clear()
    list.places.set(page, { createdAt: last.createdAt, id: last.id })
    // Moved to the end: the first is the one that nobody asked for the longest.
    lists.delete(key)
    lists.set(key, list)
    if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value!)
  }

  return {
    async page(db, ownerId, filter, { page, limit }) {
      const key = `${ownerId}/${filter.categoryId ?? ''}/${filter.incomeYear ?? ''}/${limit}`
      const list = lists.get(key)
      const from = list && nearest(list.places, page)
      const counted = { after: undefined, offset: (page - 1) * limit, limit }
      if (!list || !from) {
        const found = await listLive(db, ownerId, filter, counted)
        remember(key, page, found)
        return found
      }
      const offset = (page - 1 - from.page) * limit
      const guessed = await listLive(db, ownerId, filter, { after: from.place, offset, limit })
      const found =
        guessed.revision === list.revision ? guessed : await listLive(db, ownerId, filter, counted)
      remember(key, page, found)
      return found
    },
  }
}

/** The last known page before the one that is wanted. */
function nearest(places: Map<number, Place>, page: number): { page: number; place: Place } | undefined {
  let best: number | undefined
  for (const known of places.keys()) if (known < page && (best === undefined || known > best)) best = known
  return best === undefined ? undefined : { page: best, place: places.get(best)! }
}
