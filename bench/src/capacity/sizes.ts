import { GB_BYTES } from '@docketbox/contract/core/units'
import type pg from 'pg'
import { round } from '../figures.ts'

const PLANNED = { users: 1_000_000, receiptsEach: 300 }
/** Filled for all receipts; the others only for a sample. */
const OF_ALL = ['receipts', 'receipt_versions', 'receipt_texts', 'read_values', 'receipt_totals']

/** Prints the bytes per receipt in each table, and the total for the number of users we plan for. */
export async function printSizes(
  db: pg.Client,
  { receipts, sample }: { receipts: number; sample: number },
): Promise<void> {
  const { rows } = await db.query<{ name: string; heap: string; indexes: string }>(
    `select regexp_replace(relname, '_\\d+$', '') as name, sum(pg_table_size(oid)) as heap, sum(pg_indexes_size(oid)) as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     group by 1 having sum(pg_total_relation_size(oid)) > 1000000 order by sum(pg_total_relation_size(oid)) desc`,
  )
  let total = 0
  console.log('| Table | Rows in bytes per receipt | Indexes |\n|---|---|---|')
  for (const { name, heap, indexes } of rows) {
    const count = OF_ALL.includes(name) ? receipts : sample
    total += (Number(heap) + Number(indexes)) / count
    console.log(`| ${name} | ${round(Number(heap) / count)} | ${round(Number(indexes) / count)} |`)
  }
  const planned = PLANNED.users * PLANNED.receiptsEach
  console.log(
    `| all | ${round(total)} | |\n\n${planned.toLocaleString('en-AU')} receipts: ${round((total * planned) / GB_BYTES)} GB`,
  )
}
