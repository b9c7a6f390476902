import { Readable } from 'node:stream'
import { lastDayOf, sydneyDay } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { presentPerson } from './present.ts'
import { periodOf } from './rules.ts'
import type { PersonRow } from './store.ts'
import { type Filter, listUsersAfter, withCurrentPeriod } from './subscribers-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const BATCH_SIZE = 1_000
const heading = [
  'first_name',
  'last_name',
  'email',
  'username',
  'phone_number',
  'status',
  'plan',
  'period',
  'period_start',
  'period_end',
  'joined_at',
]

/** Every subscriber of the filter as CSV, newest first. Streamed in batches. */
export async function exportSubscribers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  filter: Filter,
): Promise<OutgoingFile> {
  const at = now()
  const entry = { at, actorId: actor.id, action: 'admin.exportSubscribers', subjectId: null } as const
  await inTransaction(db, (db) => audit(db, { ...entry, details: { plan: filter.plan } }))
  return {
    name: `subscribers-${sydneyDay(at)}.csv`,
    type: 'text/csv; charset=utf-8',
    bytes: Readable.from(lines({ db }, filter, at), { objectMode: false }),
  }
}

async function* lines({ db }: Pick<Deps, 'db'>, filter: Filter, now: Date): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(heading)
  let cursor: PersonRow | undefined
  for (;;) {
    const rows = await listUsersAfter(db, filter, cursor, BATCH_SIZE)
    const shown: PersonRow[] = []
    for (const row of rows) shown.push(await withCurrentPeriod(db, row, now))
    if (shown.length > 0) yield shown.map((row) => lineOf(row, now)).join('')
    if (rows.length < BATCH_SIZE) return
    cursor = rows.at(-1)
  }
}

function lineOf(row: PersonRow, now: Date): string {
  const { periodStart, periodEnd } = row
  const cells = [
    row.firstName,
    row.lastName,
    row.email,
    row.username,
    row.phoneNumber,
    presentPerson(row).status,
    row.planName ?? '',
    periodStart && periodEnd ? periodOf(periodStart, periodEnd, now) : '',
    periodStart ? sydneyDay(periodStart) : '',
    periodEnd ? lastDayOf(periodEnd) : '',
    row.createdAt.toISOString(),
  ]
  return csvLine(cells)
}
