import type { BenchProduct } from '../bench-product.ts'
import { type Figure, median, round } from '../figures.ts'
import { openLine } from '../load/line.ts'

const YEARS = 10
const PER_YEAR = 2_000
const LAST_YEAR = 2026
const ROUNDS = 25
const TARGET_MS = 50
const MAX_SPREAD = 1.2

/** The page of an income year takes as long beside nine other years as alone. */
export async function measureIncomeYear(product: BenchProduct): Promise<Figure[]> {
  const owners = []
  // No triggers: the page reads nothing they write.
  await product.db.query('set session_replication_role = replica')
  for (const years of [1, YEARS]) {
    const { token, _id } = await product.addPerson()
    await product.db.query(receipts(_id, years))
    owners.push({ token, years, times: [] as number[] })
  }
  await product.db.query('set session_replication_role = origin')
  await product.db.query('vacuum analyze')
  const line = openLine(product.url, 1)
  const path = `/api/years/${LAST_YEAR - 1}-${LAST_YEAR % 100}`
  // Round by round, so that other load on the machine affects both alike; the first one is warming up.
  for (let at = 0; at <= ROUNDS; at++) {
    for (const { token, times } of owners) {
      const { status, totalMs } = await line.ask({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${token}` },
      })
      if (status !== 200) throw new Error(`${path}: ${status}`)
      if (at > 0) times.push(totalMs)
    }
  }
  line.close()
  const medians = owners.map(({ times }) => median(times))
  const spread = medians[1]! / medians[0]!
  return [
    ...owners.map(({ years, times }, index) => ({
      what: `a year of ${PER_YEAR.toLocaleString('en-AU')} receipts among ${years}`,
      measured: `${round(medians[index]!)} ms, at most ${round(Math.max(...times))} ms`,
      target: `under ${TARGET_MS} ms`,
      isReached: medians[index]! < TARGET_MS,
    })),
    {
      what: `a year among ${YEARS}, against one alone`,
      measured: `${spread.toFixed(2)}x`,
      target: `within ${MAX_SPREAD}x`,
      isReached: spread <= MAX_SPREAD,
    },
  ]
}

/** A statement that inserts receipts of the last few years in the order of time, as they're filed. */
const receipts = (ownerId: string, years: number) => `
  insert into receipts (id, owner_id, category_id, titles, description, supplier, document_date, total_cents, gst_cents,
    work_use_percent, label_suggested, captured_on, created_at, updated_at, sources)
  select gen_random_uuid(), '${ownerId}', ('01937000-0000-7000-8000-00000000000' || 1 + n % 6)::uuid,
    'docket-' || n || '.jpg', 'Fuel for the trip to client ' || n, case when n % 7 > 0 then 'Ampol' end, day,
    case when n % 11 > 0 then n * 37 % 20000 end, n * 37 % 20000 / 11, n % 101,
    (array['D1', 'D2', 'D4', 'D5', null])[1 + n % 5], day, day, day, '{"description":"typed"}'
  from generate_series(1, ${years * PER_YEAR}) n,
    lateral (select date '${LAST_YEAR - years}-07-01' + n * 365 / ${PER_YEAR} as day) days`
