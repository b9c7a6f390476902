import type { ReceiptSort } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readPage, type ReceiptPage } from '../listing/store.ts'
import { matching, type SearchFilter } from './conditions.ts'

type Paging = Readonly<{ offset: number; limit: number; sort: ReceiptSort }>
type SearchPage = ReceiptPage & { totalCents: number; withAmount: number }

const sortKeys: Record<string, RawBuilder<unknown>> = {
  date: sql`r.purchased_on`,
  amount: sql`r.total_cents`,
  supplier: sql`lower(coalesce(r.supplier, r.description))`,
  added: sql`r.created_at`,
}

/** One page of matching receipts, how many there are, and what they add up to in Australian dollars. */
export async function searchPage(
  db: Db,
  ownerId: string,
  filter: SearchFilter,
  { offset, limit, sort }: Paging,
): Promise<SearchPage> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const { sums, ...page } = await readPage(db, ownerId, {
    matches: sql`with matches as materialized (
      select r.id, r.created_at, r.total_cents, r.currency, ${sortKeys[sort.replace('-', '')]!} as key
      from receipts r where ${matching(ownerId, filter)}
    )`,
    total: sql`select count(*)::int from matches`,
    sums: sql`select json_build_array(coalesce(sum(total_cents), 0), count(total_cents))
      from matches where currency = 'AUD'`,
    page: sql`select r.*, matched.place from (
        select id, row_number() over (order by key ${direction} nulls last, created_at desc, id desc) as place
        from matches order by place limit ${sql.lit(limit)} offset ${offset}
      ) matched join receipts r on r.owner_id = ${ownerId} and r.id = matched.id`,
    order: sql`r.place`,
  })
  const [totalCents, withAmount] = sums!
  return { ...page, totalCents, withAmount }
}

/** The ids of all matching receipts. */
export async function matchingIds(db: Db, ownerId: string, filter: SearchFilter): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select r.id from receipts r where ${matching(ownerId, filter)}`.execute(db)
  return rows.map(({ id }) => id)
}
