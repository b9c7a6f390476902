import { api, type PaymentFilter } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
let ownerId: string

const ids = [newId(), newId(), newId()]
const idOf = (number: number) => ids[number - 1]!

beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-15T00:00:00Z'))
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  ownerId = (await server.addUser('ann@example.com')).id
  const { db } = server.deps
  const payment = (number: number, paidAt: string | null, values: object = {}) =>
    db
      .insertInto('payments')
      .values({
        id: idOf(number),
        ownerId,
        kind: 'months',
        months: ['2026-07-01'],
        planName: 'Pro',
        amountCents: 499,
        status: paidAt ? 'paid' : 'failed',
        isLive: false,
        statusAt: '2026-07-01T00:00:00Z',
        providerIntentId: `pi_${number}`,
        providerInvoiceId: `in_${number}`,
        buyerName: '=HYPERLINK("http://evil.test")',
        buyerEmail: 'ann@example.com',
        paidAt,
        invoiceNumber: paidAt ? number : null,
        method: 'card',
        createdAt: paidAt ?? '2026-07-04T00:00:00Z',
        updatedAt: '2026-07-04T00:00:00Z',
        ...values,
      })
      .execute()
  // Paid in June, refunded in two parts in July and October.
  await payment(1, '2026-06-20T00:00:00Z', { refundedCents: 499 })
  // Paid on 1 July in Sydney, and disputed in August.
  await payment(2, '2026-06-30T14:30:00Z', { disputeState: 'lost', disputedCents: 499 })
  await payment(3, null, { method: 'au_becs_debit' })
  const refund = (id: string, amountCents: number, createdAt: string, failedAt: string | null = null) =>
    db
      .insertInto('providerRefunds')
      .values({
        id,
        intentId: 'pi_1',
        amountCents,
        status: failedAt ? 'failed' : 'succeeded',
        createdAt,
        failedAt,
      })
      .execute()
  await refund('re_1', 100, '2026-07-05T00:00:00Z')
  await refund('re_failed', 399, '2026-07-06T00:00:00Z', '2026-10-02T00:00:00Z')
  await refund('re_2', 399, '2026-10-03T00:00:00Z')
  await db
    .insertInto('providerDisputes')
    .values({
      id: 'du_1',
      intentId: 'pi_2',
      amountCents: 499,
      reason: 'fraudulent',
      status: 'lost',
      createdAt: '2026-08-01T00:00:00Z',
    })
    .execute()
})

const exported = async (format: 'csv' | 'xlsx', filter: PaymentFilter = {}) => {
  const answer = await server.call(api.payments.export, { query: { ...filter, format } }, admin)
  expect(answer.status).toBe(200)
  return answer
}

describe('the export of payments', () => {
  test('is a CSV of payments, refunds and disputes on their own days, which no spreadsheet runs', async () => {
    const { body, headers } = await exported('csv', { from: '2026-07-01', to: '2026-09-30' })
    expect(headers.get('content-disposition')).toContain('payments-2026-11-15.csv')
    const [heading, ...lines] = body.toString().slice(1).trim().split('\r\n')
    expect(heading).toBe(
      'Date,Type,Payment status,Invoice,Name,Email,Plan,For,Method,Requested (AUD),Discount (AUD),Credit used (AUD),Invoice total (AUD),Adjustment note,Adjustment (AUD),Received (AUD),GST (AUD),Refunded as credit (AUD),Stripe ID,Payment',
    )
    const start = (line: string) => line.replace(/,[^,]*$/, '')
    const buyer = `"'=HYPERLINK(""http://evil.test"")",ann@example.com,Pro,Jul 2026`
    const who = `${buyer},Card`
    expect(lines.map(start)).toEqual([
      `2026-07-01,Payment,Disputed,DB-000002,${who},4.99,0.00,0.00,4.99,,,4.99,0.45,0.00,pi_2`,
      `2026-07-04,Payment,Failed,,${buyer},Bank debit,4.99,0.00,0.00,,,,0.00,0.00,0.00,pi_3`,
      `2026-07-05,Refund,Refunded,DB-000001,${who},,,,,,,-1.00,-0.09,,re_1`,
      `2026-07-06,Refund,Refunded,DB-000001,${who},,,,,,,-3.99,-0.36,,re_failed`,
      `2026-08-01,Dispute,Disputed,DB-000002,${who},,,,,,,-4.99,-0.45,,du_1`,
    ])
  })

  test.each<[name: string, filter: () => PaymentFilter, ids: string[]]>([
    ['our own ID', () => ({ find: idOf(1) }), ['pi_1', 're_1', 're_failed', 're_failed', 're_2']],
    ['Stripe’s ID', () => ({ find: 'pi_2' }), ['pi_2', 'du_1']],
    ['the ID of a Stripe invoice', () => ({ find: 'in_2' }), ['pi_2', 'du_1']],
    ['an invoice number', () => ({ find: 'DB-1' }), ['pi_1', 're_1', 're_failed', 're_failed', 're_2']],
    [
      'part of an email',
      () => ({ find: 'ann@' }),
      ['pi_1', 'pi_2', 'pi_3', 're_1', 're_failed', 'du_1', 're_failed', 're_2'],
    ],
    ['a user and an ID', () => ({ user: ownerId, find: 'pi_2' }), ['pi_2', 'du_1']],
  ])('finds payments, refunds and disputes by %s', async (_, filter, found) => {
    const { body } = await exported('csv', filter())
    const lines = body.toString().trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').at(-2))).toEqual(found)
  })

  test('says how an invoice that credit paid for makes up the money', async () => {
    const { db } = server.deps
    const change = (values: object) =>
      db.updateTable('payments').set(values).where('providerIntentId', '=', 'pi_2').execute()
    await change({ creditCents: 300, totalCents: 799, discountCents: 100 })
    const { body } = await exported('csv', { find: 'pi_2' })
    expect(body.toString()).toContain(',4.99,1.00,3.00,7.99,,,4.99,0.45,')
    await change({ creditCents: 0, totalCents: null, discountCents: 0 })
  })

  test('takes back, over time, exactly the GST of the refunds', async () => {
    const { body } = await exported('csv', { state: 'refunded' })
    const gst = body
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(/(-?[\d.]+),[^,]*,(?:pi|re)_/.exec(line)![1]))
    expect(gst).toEqual([0.45, -0.09, -0.36, 0.36, -0.36])
  })

  test('counts a refund that the bank returned on the day it came back', async () => {
    const { body } = await exported('csv', { from: '2026-10-01', to: '2026-12-31' })
    expect(body.toString()).toContain('2026-10-02,Refund returned,Refunded,DB-000001,')
    expect(body.toString()).toMatch(/,,3\.99,0\.36,,re_failed,/)
  })

  test.each<PaymentFilter>([
    {},
    { to: '2026-06-30' },
    { from: '2026-07-01', to: '2026-09-30' },
    { from: '2026-10-01', to: '2026-12-31' },
    { from: '2026-10-02', to: '2026-10-02' },
    { from: '2026-07-06', state: 'disputed' },
    { from: '2026-07-06', find: 'ann@' },
    { find: 'DB-1', to: '2026-10-02' },
  ])('has the totals of the list: %o', async (filter) => {
    const { sums } = (await server.call(api.payments.list, { query: filter }, admin)).body
    const rows = await readSheet((await exported('xlsx', filter)).body)
    const total = (name: string) => Math.round(Number(rows.at(-1)![rows[0]!.indexOf(name)]) * 100)
    expect({ net: total('Received (AUD)'), gst: total('GST (AUD)') }).toEqual({
      net: sums!.receivedCents - sums!.refundedCents - sums!.disputedCents,
      gst: sums!.gstCents,
    })
  })

  test('has the totals of the overview’s months', async () => {
    const { months } = (await server.call(api.payments.byMonth, {}, admin)).body
    const revenue = ['2026-06', '2026-07', '2026-08', '2026-10'].map((month) => {
      const { receivedCents, refundedCents, disputedCents, gstCents } = months.find(
        (row) => row.month === month,
      )!
      return [receivedCents - refundedCents - disputedCents, gstCents]
    })
    expect(revenue).toEqual([
      [499, 45],
      [0, 0],
      [-499, -45],
      [0, 0],
    ])
  })

  test('is a workbook with typed days and amounts, and a total', async () => {
    const { body } = await exported('xlsx', { find: 'ann@' })
    const rows = await readSheet(body)
    const column = (name: string) => rows[0]!.indexOf(name)
    expect(rows).toHaveLength(11)
    expect(rows[1]![column('Date')]).toEqual(new Date('2026-06-20T00:00:00Z'))
    expect(rows[1]![column('Received (AUD)')]).toBe(4.99)
    expect(rows.at(-1)![0]).toBe('Total shown')
    expect(rows.at(-1)![column('Received (AUD)')]).toBe(0)
    expect(rows.at(-1)![column('GST (AUD)')]).toBe(0)
  })

  test('is recorded in the audit log without email addresses, and only for administrators', async () => {
    await exported('csv', { find: 'ann@', plan: 'Pro' })
    const last = await server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'details'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toEqual({
      action: 'payments.export',
      actorId: admin.id,
      details: { format: 'csv', plan: 'Pro' },
    })
  })
})
