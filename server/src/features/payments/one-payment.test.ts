import { api, type Payment } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { linesOf, pdfText } from '#testing/packs.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { publishAll } from './plans/publish-plans.ts'
import { addUserWithCredit } from './testing/credit.ts'
import { findDispute, loseDispute } from './testing/disputes.ts'
import { listPayments } from './testing/lists.ts'

let server: PayingServer
let admin: Person
let yearly: string
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const plan = { plan: 'Yearly', price: 39.99, months: 12, description: 'x', feature: ['x'] }
  yearly = (await server.call(api.subscriptions.subscribe, { body: plan }, admin)).body.plan!._id
  await publishAll(server.deps)
  await server.call(api.payments.createPromotion, { body: { code: 'EOFY20', percentOff: 20 } }, admin)
})

const asAdmin = () => server.signIn(admin)

/** What the list, the overview and the export say was received, went back, and is GST: in cents. */
async function books() {
  const { sums } = (await server.call(api.payments.list, { query: {} }, await asAdmin())).body
  const { months } = (await server.call(api.payments.byMonth, {}, await asAdmin())).body
  const query = { format: 'csv' as const }
  const lines = linesOf((await server.call(api.payments.export, { query }, await asAdmin())).body)
  const add = (heading: string) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line[heading]) * 100), 0)
  const total = (of: (month: (typeof months)[number]) => number) =>
    months.reduce((sum, month) => sum + of(month), 0)
  const kept = ({ receivedCents, refundedCents, disputedCents }: NonNullable<typeof sums>) =>
    receivedCents - refundedCents - disputedCents
  return {
    list: [kept(sums!), sums!.gstCents, sums!.creditReturnedCents],
    overview: [total(kept), total(({ gstCents }) => gstCents), total((one) => one.creditReturnedCents)],
    export: [add('Received (AUD)'), add('GST (AUD)'), add('Refunded as credit (AUD)')],
  }
}
const allSay = (...cents: [received: number, gst: number, asCredit: number]) => ({
  list: cents,
  overview: cents,
  export: cents,
})

test('a yearly payment with a code and credit, changed, partly refunded and lost to a dispute, reads the same everywhere', async () => {
  const ann = await addUserWithCredit(server, 'ann@example.com', 300)
  const asAnn = () => server.signIn(ann)
  const pdfOf = async ({ _id: id }: Payment, note?: string) => {
    const response =
      note === undefined
        ? await server.call(api.payments.taxInvoice, { params: { id } }, await asAnn())
        : await server.call(api.payments.adjustmentNote, { params: { id, note } }, await asAnn())
    return pdfText(response.body)
  }
  const creditShown = async () => (await server.call(api.payments.credit, {}, await asAnn())).body.creditCents

  // $39.99, less 20 % ($8.00), less $3.00 of credit.
  const body = { plan: yearly, code: 'EOFY20' }
  await server.payOn((await server.call(api.payments.openCheckout, { body }, await asAnn())).body.url)
  const receipt = await server.outbox.waitFor(ann.email, { subject: 'receipt' })
  const [payment] = await listPayments(server, ann)
  const invoice = await pdfOf(payment!)
  for (const [name, amount] of [
    ['Total, including GST', '$31.99'],
    ['GST included', '$2.91'],
    ['Your credit', '-$3.00'],
    ['Paid', '$28.99'],
  ]) {
    expect(receipt.text).toContain(`${name}: ${amount}`)
    expect(invoice).toContain(`${name} ${amount}`)
  }
  expect(receipt.text).toContain('Price: $39.99\n')
  expect(receipt.text).toContain('Discount (EOFY20): -$8.00')
  expect(payment).toMatchObject({ amount: 2899, discountCents: 800, creditCents: 300 })
  expect(await books()).toEqual(allSay(2899, 264, 0))

  // 269 of 365 days are unused: $23.58 of $31.99, less $4.99 for the month.
  await server.passTo(new Date('2026-10-05T02:00:00Z'))
  await server.changePlan(ann, 'pro')
  const credited = await server.outbox.waitFor(ann.email, { subject: 'You have $18.59 in credit' })
  expect(credited.text).toContain('GST included: $1.69')
  const [change] = await listPayments(server, ann)
  expect(change).toMatchObject({ amount: 0, unusedTime: [{ cents: 2358, priceCents: 3199 }] })
  const note = await pdfOf(change!, change!.adjustmentNotes[0]!._id)
  for (const amount of ['-$23.58', '$4.99', 'price, including GST $18.59', 'in GST $1.69'])
    expect(note).toContain(amount)
  expect(await creditShown()).toBe(1859)
  expect(await books()).toEqual(allSay(2899, 264, 0))

  const params = { id: payment!._id }
  const some = { amountCents: 500, reason: 'asked' }
  await server.call(api.payments.refund, { params, body: some }, await asAdmin())
  const refunded = await server.outbox.waitFor(ann.email, { subject: 'Your $5.00 refund' })
  expect(refunded.text).toContain('GST included: $0.46')
  await expect.poll(books).toEqual(allSay(2399, 218, 0))

  server.standIn.dispute(payment!.payment_id!)
  await server.standIn.webhooksSettled()
  const disputed = await server.outbox.waitFor(ann.email, { subject: 'has been disputed' })
  expect(disputed.text).toContain(
    'your $28.99 payment for your Yearly subscription. It has taken back $23.99',
  )
  expect(await books()).toEqual(allSay(0, 0, 0))

  await loseDispute(server, await findDispute(server, payment!))
  const lost = await server.outbox.waitFor(ann.email, { subject: 'is over' })
  expect(lost.text).toContain('taking back $18.59 of that credit')
  await expect.poll(creditShown).toBe(300)
  await expect
    .poll(() => listPayments(server, ann))
    .toMatchObject([
      { adjustmentNotes: [{ amountCents: 1859 }] },
      {
        refundedCents: 500,
        creditReturnedCents: 300,
        creditTakenCents: 1859,
        adjustmentNotes: [{ amountCents: 500 }, { amountCents: 300 }, { amountCents: -1859 }],
      },
    ])
  const back = await server.outbox.waitFor(ann.email, { subject: 'added $3.00 back' })
  expect(back.text).toContain('Refunded in total: $8.00')
  const [, yearlyPayment] = await listPayments(server, ann)
  const last = await pdfOf(yearlyPayment!, yearlyPayment!.adjustmentNotes[1]!._id)
  expect(last).toContain('Price after, including GST $23.99')
  expect(await books()).toEqual(allSay(0, 0, 300))
})
