import { api, type PaymentFilter } from '@docketbox/contract'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import type { Payments } from '#platform/database/row-types.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
let owner: Person

type Seed = Pick<Insertable<Payments>, 'status'> & Partial<Insertable<Payments>>

const credit = (creditCents: number, creditReturnedCents: number) => ({ creditCents, creditReturnedCents })
/** A payment for each month of 2026, with its number in the intent's ID. */
const seeds: Seed[] = [
  // Paid after midnight in Sydney on 1 July, begun on 30 June.
  { status: 'paid', createdAt: '2026-06-30T13:00:00Z', paidAt: '2026-06-30T14:30:00Z', method: 'card' },
  { status: 'paid', createdAt: '2026-07-02T00:00:00Z', method: 'au_becs_debit', refundedCents: 499 },
  { status: 'paid', createdAt: '2026-07-02T01:00:00Z', method: 'link', refundedCents: 100 },
  { status: 'failed', createdAt: '2026-07-03T00:00:00Z' },
  { status: 'open', createdAt: '2026-08-01T00:00:00Z', planName: 'Premium', amountCents: 1197 },
  { status: 'canceled', createdAt: '2026-08-02T00:00:00Z' },
  { status: 'expired', createdAt: '2026-08-03T00:00:00Z', buyerEmail: 'db1990.zoe.100%@example.com' },
  // Credit paid for all of it, and for a part; all went back.
  { status: 'paid', createdAt: '2026-08-04T00:00:00Z', amountCents: 0, ...credit(499, 499) },
  { status: 'paid', createdAt: '2026-08-05T00:00:00Z', refundedCents: 499, ...credit(499, 499) },
  // Only what the card paid of it went back.
  { status: 'paid', createdAt: '2026-08-06T00:00:00Z', refundedCents: 499, ...credit(499, 0) },
  { status: 'canceled', createdAt: '2026-08-07T00:00:00Z', ...credit(499, 499) },
]

async function setRefundState(intent: string, refundState: string | null) {
  const { db } = server.deps
  await db.updateTable('payments').set({ refundState }).where('providerIntentId', '=', intent).execute()
}

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  owner = await server.addUser('ann@example.com')
  for (const [index, seed] of seeds.entries()) await insert(index, seed)
  const payments = server.deps.db.selectFrom('payments').select('id')
  const { id: paymentId } = await payments.where('providerIntentId', '=', 'pi_1').executeTakeFirstOrThrow()
  const note = { id: newId(), paymentId, number: 2001, amountCents: 499, reason: 'refund' }
  await server.deps.db
    .insertInto('adjustmentNotes')
    .values({ ...note, issuedAt: '2026-07-03T00:00:00Z' })
    .execute()
})

async function insert(index: number, { createdAt = '2026-01-01T00:00:00Z', status, ...seed }: Seed) {
  await server.deps.db
    .insertInto('payments')
    .values({
      id: newId(),
      ownerId: owner.id,
      kind: 'months',
      planName: 'Pro',
      amountCents: 499,
      status,
      isLive: false,
      statusAt: createdAt,
      providerIntentId: `pi_${index}`,
      buyerName: 'Ann Lee',
      buyerEmail: owner.email,
      paidAt: status === 'paid' ? createdAt : null,
      invoiceNumber: status === 'paid' ? 1001 + index : null,
      createdAt,
      updatedAt: createdAt,
      ...seed,
    })
    .execute()
  if (seed.refundedCents) await refund(`pi_${index}`, seed.refundedCents, createdAt)
}

function refund(intentId: string, amountCents: number, createdAt: string | Date) {
  return server.deps.db
    .insertInto('providerRefunds')
    .values({ id: `re_${intentId}`, intentId, amountCents, status: 'succeeded', createdAt })
    .execute()
}

const list = async (query: PaymentFilter & { page?: number; limit?: number }) => {
  const { body } = await server.call(api.payments.list, { query }, admin)
  return { ...body, ids: body.docs.map(({ payment_id }) => Number(payment_id.slice(3))) }
}

describe('the list of all payments', () => {
  test.each<[name: string, query: PaymentFilter, ids: number[]]>([
    ['nothing', {}, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['a day in Sydney, by when it was paid', { from: '2026-07-01', to: '2026-07-01' }, [0]],
    ['from a day on', { from: '2026-08-02' }, [10, 9, 8, 7, 6, 5]],
    ['up to a day', { to: '2026-07-02' }, [2, 1, 0]],
    ['successful ones', { state: 'paid' }, [0]],
    ['partly refunded ones', { state: 'partlyRefunded' }, [9, 2]],
    ['refunded ones, also as credit', { state: 'refunded' }, [8, 7, 1]],
    ['everything received', { state: 'received' }, [9, 8, 7, 2, 1, 0]],
    ['failed ones', { state: 'failed' }, [3]],
    ['a card', { method: 'card' }, [0]],
    ['a bank debit', { method: 'au_becs_debit' }, [1]],
    ['other methods', { method: 'other' }, [2]],
    ['unknown methods', { method: 'unknown' }, [10, 9, 8, 7, 6, 5, 4, 3]],
    ['a plan', { plan: 'Premium' }, [4]],
    ['several filters', { plan: 'Pro', state: 'received', from: '2026-07-02', method: 'other' }, [2]],
    ['part of an email, in capitals', { find: 'NN@exam' }, [10, 9, 8, 7, 5, 4, 3, 2, 1, 0]],
    ['part of an email with a wildcard', { find: '100%' }, [6]],
    ['part of an email with a filter', { find: 'ann@', state: 'failed' }, [3]],
    ['Stripe’s ID', { find: 'pi_4' }, [4]],
    ['an invoice number', { find: 'db-1002' }, [1]],
    ['an invoice number as it’s read out', { find: 'DB 001002' }, [1]],
    ['an invoice number without its letters', { find: '001002' }, [1]],
    ['an invoice number without its zeros', { find: '1002' }, [1]],
    ['an adjustment note’s number', { find: 'AN-002001' }, [1]],
    ['an adjustment note’s number as it’s read out', { find: 'an 2001' }, [1]],
    ['an adjustment note’s number without its letters', { find: '2001' }, [1]],
    ['an email that begins like an invoice number', { find: 'db1990' }, [6]],
    ['nothing there is', { find: 'db-9999' }, []],
    ['a plan there isn’t', { plan: 'Gold' }, []],
  ])('filters by %s', async (_, query, ids) => {
    const found = await list(query)
    expect(found.ids).toEqual(ids)
    expect(found.totalDocs).toBe(ids.length)
    expect(found.sums?.payments).toBe(ids.length)
  })

  test('filters by the outcome of a refund', async () => {
    const inState = async (state: NonNullable<PaymentFilter['state']>) => (await list({ state })).ids
    await setRefundState('pi_1', 'pending')
    expect(await inState('refundPending')).toEqual([1])
    expect(await inState('refunded')).toEqual([8, 7])
    expect(await inState('received')).toEqual([9, 8, 7, 2, 1, 0])
    const { sums } = await list({ state: 'refundPending' })
    expect(sums).toMatchObject({ payments: 1, receivedCents: 499, refundedCents: 499, gstCents: 0 })
    await setRefundState('pi_0', 'failed')
    expect([await inState('refundFailed'), await inState('paid')]).toEqual([[0], []])
    await setRefundState('pi_0', null)
    await setRefundState('pi_1', null)
  })

  test('filters by a user and by our own ID', async () => {
    expect((await list({ user: admin.id })).ids).toEqual([])
    const { docs, ids } = await list({ user: owner.id, plan: 'Premium' })
    expect(ids).toEqual([4])
    expect((await list({ find: docs[0]!._id })).ids).toEqual([4])
    expect((await list({ user: owner.id, find: 'zoe' })).ids).toEqual([6])
    expect((await list({ user: owner.id, find: 'db-1002', state: 'received' })).ids).toEqual([1])
    const { ids: none, sums } = await list({ user: admin.id, find: 'db-1002' })
    expect([none, sums]).toMatchObject([[], { payments: 0, refundedCents: 0 }])
  })

  test('adds up payments, their refunds, and the GST in the rest', async () => {
    const amounts = { receivedCents: 2495, refundedCents: 1597, disputedCents: 0, gstCents: 45 + 36 }
    const sums = { payments: 11, ...amounts, creditReturnedCents: 998 }
    expect((await list({})).sums).toEqual(sums)
    expect((await list({ find: 'example.com' })).sums).toEqual(sums)
    expect((await list({ state: 'received', limit: 1 })).sums).toEqual({ ...sums, payments: 6 })
  })

  test('pages through days', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 4 })))
    expect(pages.map(({ ids }) => ids)).toEqual([[10, 9, 8, 7], [6, 5, 4, 3], [2, 1, 0], []])
    expect(pages.every(({ totalPages }) => totalPages === 3)).toBe(true)
    const searched = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 6, find: 'ann@' })))
    expect(searched.map(({ ids }) => ids)).toEqual([[10, 9, 8, 7, 5, 4], [3, 2, 1, 0], []])
  })

  test('keeps its sums right while payments change and go', async () => {
    const { db } = server.deps
    await insert(70, { status: 'open' })
    const ofDay = { from: '2026-01-01', to: '2026-01-01' }
    const change = (values: Partial<Insertable<Payments>>) =>
      db.updateTable('payments').set(values).where('providerIntentId', '=', 'pi_70').execute()
    expect((await list(ofDay)).sums).toMatchObject({ payments: 1, receivedCents: 0, gstCents: 0 })
    await change({ status: 'paid', paidAt: '2026-01-01T01:00:00Z' })
    expect((await list(ofDay)).sums).toMatchObject({ payments: 1, receivedCents: 499, gstCents: 45 })
    await change({ refundedCents: 99 })
    await refund('pi_70', 99, '2026-01-01T02:00:00Z')
    expect((await list({ ...ofDay, state: 'partlyRefunded' })).sums).toMatchObject({
      refundedCents: 99,
      gstCents: 36,
    })
    expect((await list({ ...ofDay, state: 'paid' })).docs).toEqual([])
    await change({ creditCents: 50, creditReturnedCents: 50 })
    expect((await list(ofDay)).sums).toMatchObject({ gstCents: 36, creditReturnedCents: 50 })
    await change({ disputeState: 'open', disputedCents: 400 })
    const dispute = { id: 'du_70', intentId: 'pi_70', amountCents: 400, reason: 'fraudulent', status: 'open' }
    await db
      .insertInto('providerDisputes')
      .values({ ...dispute, createdAt: '2026-01-01T03:00:00Z' })
      .execute()
    expect((await list({ ...ofDay, state: 'disputed' })).sums).toMatchObject({
      payments: 1,
      disputedCents: 400,
      gstCents: 0,
    })
    await db.deleteFrom('payments').where('providerIntentId', '=', 'pi_70').execute()
    expect((await list(ofDay)).sums).toMatchObject({ payments: 0, receivedCents: 0, creditReturnedCents: 0 })
  })

  test.each([
    ['two characters', { find: 'an' }],
    ['a status there isn’t', { state: 'lost' as never }],
    ['what isn’t a date', { from: '2026-02-30' }],
    ['a date before 1900', { from: '0001-01-01' }],
    ['a date after 2100', { to: '9999-12-31' }],
  ])('refuses %s', async (_, query) => {
    expect((await server.call(api.payments.list, { query }, admin)).status).toBe(400)
  })

  test('names the plans to filter by', async () => {
    expect((await server.call(api.payments.planNames, {}, admin)).body.names).toEqual(['Pro', 'Premium'])
  })
})
