import { api, type PaymentFilter } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const id = await addPayment(1, { method: 'card' })
  await addPayment(2, {})
  // Just before and after midnight in Sydney.
  await issueNote(id, 1001, '2026-07-31T13:59:59Z', 100, 'refund')
  await issueNote(id, 1002, '2026-07-31T14:00:00Z', 698, 'planChange')
  await issueNote(id, 1003, '2026-08-31T13:59:59Z', -698, 'refundFailed')
})

async function addPayment(number: number, values: object): Promise<string> {
  const at = new Date('2026-06-20T00:00:00Z')
  const id = newId()
  await server.deps.db
    .insertInto('payments')
    .values({
      id,
      kind: 'months',
      months: ['2026-07-01'],
      planName: 'Pro',
      amountCents: 499,
      status: 'paid',
      isLive: false,
      statusAt: at,
      providerIntentId: `pi_${number}`,
      buyerName: 'Ann Lee',
      buyerEmail: 'ann@example.com',
      paidAt: at,
      invoiceNumber: number,
      createdAt: at,
      updatedAt: at,
      ...values,
    })
    .execute()
  return id
}

function issueNote(paymentId: string, number: number, issuedAt: string, amountCents: number, reason: string) {
  return server.deps.db
    .insertInto('adjustmentNotes')
    .values({ id: newId(), paymentId, number, amountCents, reason, issuedAt })
    .execute()
}

async function exported(format: 'csv' | 'xlsx', filter: PaymentFilter): Promise<Buffer> {
  return (await server.call(api.payments.export, { query: { ...filter, format } }, admin)).body
}

async function notesIn(filter: PaymentFilter) {
  const csv = (await exported('csv', filter)).toString()
  return Array.from(
    csv.matchAll(/^(.{10}),Adjustment note,Successful,DB-000001,.*,(AN-\d+),(-?[\d.]+),,,,pi_1,/gm),
    ([, day, number, amount]) => [day, number, amount],
  )
}

const august = { from: '2026-08-01', to: '2026-08-31' }
const inAugust = [
  ['2026-08-01', 'AN-001002', '-6.98'],
  ['2026-08-31', 'AN-001003', '6.98'],
]

test('the export has each adjustment note on the day it was issued, though its payment is from June', async () => {
  expect(await notesIn(august)).toEqual(inAugust)
  expect(await notesIn({})).toHaveLength(3)
})

test.each<[filter: PaymentFilter, notes: string[][]]>([
  [{ find: 'DB-1', state: 'received' }, inAugust],
  [{ plan: 'Pro', method: 'card' }, inAugust],
  [{ find: 'pi_2' }, []],
  [{ plan: 'Premium' }, []],
  [{ method: 'unknown' }, []],
])('adjustment notes are filtered as payments are: %o', async (filter, notes) => {
  expect(await notesIn({ ...august, ...filter })).toEqual(notes)
})

test('adjustment notes count no money', async () => {
  const rows = await readSheet(await exported('xlsx', {}))
  const total = (name: string) => rows.at(-1)![rows[0]!.indexOf(name)]
  // Two payments, which both still have their price.
  expect(rows.filter(([day]) => day instanceof Date)).toHaveLength(2 + 3)
  expect([total('Received (AUD)'), total('GST (AUD)')]).toEqual([9.98, 0.9])
  expect(total('Adjustment (AUD)')).toBeNull()
})

test('adjustment notes are exported in several batches without a gap', async () => {
  const { db } = server.deps
  const { paymentId } = await db.selectFrom('adjustmentNotes').select('paymentId').executeTakeFirstOrThrow()
  const issuedAt = new Date('2026-09-01T00:00:00Z')
  const notes = Array.from({ length: 2_001 }, (_, at) => ({
    id: newId(),
    paymentId,
    number: 2_000 + at,
    amountCents: 1,
    reason: 'refund',
    // Many in the same moment.
    issuedAt: new Date(issuedAt.getTime() + Math.floor(at / 600)),
  }))
  await db.insertInto('adjustmentNotes').values(notes).execute()
  const numbers = (await notesIn({ from: '2026-09-01' })).map(([, number]) => number)
  expect(numbers).toHaveLength(2_001)
  expect(new Set(numbers).size).toBe(2_001)
})
