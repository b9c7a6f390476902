import { z } from 'zod'
import { MAX_LENGTH } from '../limits.ts'

/** The shape of every list: one page of `docs` and how many there are in all. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    docs: z.array(item),
    totalPages: z.int(),
    /** Counted from 1. */
    page: z.int(),
    totalDocs: z.int(),
  })
}

/** Query parameters of a paged list; `page` counts from 1. */
export function pageQuery(defaults: { limit: number; maxLimit: number }) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(defaults.maxLimit).default(defaults.limit),
  }
}

export const searchText = z
  .string()
  .max(MAX_LENGTH.search, `Use at most ${MAX_LENGTH.search} characters in a search.`)
  .trim()
  .normalize()
