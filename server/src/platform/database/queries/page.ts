import type { SelectQueryBuilder } from 'kysely'
import type { DB } from '#platform/database/row-types.ts'

/** One page of a list, as the API returns it. */
export type ListPage<Doc> = { docs: Doc[]; page: number; totalDocs: number; totalPages: number }

/**
 * Reads one page of a query, and counts all its rows.
 * @param query selected and sorted, without a limit.
 */
export async function readPage<Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    query
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows as Row[], total }
}

/** @returns a page of a list; an empty list has one page. */
export function pageOf<Doc>(
  docs: Doc[],
  { page, limit }: { page: number; limit: number },
  totalDocs: number,
): ListPage<Doc> {
  return { docs, page, totalDocs, totalPages: Math.max(1, Math.ceil(totalDocs / limit)) }
}

/** @returns a list that is short enough to be sent whole. */
export function wholeList<Doc>(docs: Doc[]): ListPage<Doc> {
  return { docs, page: 1, totalDocs: docs.length, totalPages: 1 }
}
