import { api, type MonthName } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { pdfText } from '#testing/packs.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { cancelRenewals } from '../plans/ending/cancel-renewals.ts'
import { reportCredit } from '../plans/ending/report-credit.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addUserWithCredit } from '../testing/credit.ts'
import { findDispute, loseDispute, winAppeal } from '../testing/disputes.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('note-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = (creditCents: number) =>
  addUserWithCredit(server, `noted${++userCount}@example.com`, creditCents)

async function buy(person: Person, months: MonthName[], card?: string): Promise<void> {
  const body = { months, plan: server.plans.pro }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, person)).body
  if (clientSecret === '') await server.call(api.payments.payWithCredit, { body }, person)
  else await server.pay(clientSecret, card)
}

/** The oldest payment, and by how much its adjustment notes changed its price. */
async function firstOf(person: Person) {
  const query = { query: {} }
  const { docs } = (await server.call(api.payments.history, query, await server.signIn(person))).body
  const payment = docs.at(-1)!
  return { ...payment, notes: payment.adjustmentNotes.map(({ amountCents }) => amountCents) }
}

async function refund(person: Person): Promise<void> {
  const params = { id: (await firstOf(person))._id }
  await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, await server.signIn(admin))
  await server.standIn.webhooksSettled()
}

test('a refund in full has a note for the card and the credit, and a refund that fails undoes both', async () => {
  const ann = await addUser(300)
  await buy(ann, ['Jul', 'Aug'], 'pm_card_refundFail')
  await refund(ann)
  expect((await firstOf(ann)).notes).toEqual([998])
  const { text } = await server.outbox.waitFor(ann.email, { subject: '$9.98 refund' })
  expect(text).toContain('we’ve refunded the $9.98 you paid for Pro (Jul 2026, Aug 2026). ')
  expect(text).toContain('$6.98 usually reaches the card or account you paid with within 10 days')
  expect(text).toContain('added the other $3.00 back to your credit')
  expect(text).toMatch(/Refunded in total:?\s+\$9\.98/)
  await server.passTo(server.later(1.1))
  await expect.poll(async () => (await firstOf(ann)).notes).toEqual([998, -998])
  const failed = await server.outbox.waitFor(ann.email, { subject: 'didn’t arrive' })
  expect(failed.text).toContain('We’re using $3.00 of your credit to pay for it again')
})

test('months that credit paid for have a note once a subscription covers them', async () => {
  const bob = await addUser(998)
  await buy(bob, ['Oct', 'Nov'])
  await server.subscribe(bob, 'pro')
  await expect.poll(async () => (await firstOf(bob)).creditReturnedCents).toBe(998)
  expect((await firstOf(bob)).notes).toEqual([998])
  const { text } = await server.outbox.waitFor(bob.email, {
    subject: 'added $9.98 back to your Docketbox credit',
  })
  expect(text).toContain('we’ve returned the $9.98 you paid for Pro (Oct 2026, Nov 2026) to your credit')
})

test('a plan that credit partly paid for has a note once a second subscription replaces it', async () => {
  const cat = await addUser(300)
  await server.subscribe(cat, 'pro')
  await server.subscribe(cat, 'premium')
  await server.outbox.waitFor(cat.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  const { notes, refundedCents, creditReturnedCents } = await firstOf(cat)
  expect({ refundedCents, creditReturnedCents }).toEqual({ refundedCents: 199, creditReturnedCents: 300 })
  expect(notes.toSorted((a, b) => a - b)).toEqual([199, 300])
})

test('a full refund of a plan returns the credit that paid for a part of it on Stripe’s page', async () => {
  const eve = await addUser(698)
  await server.subscribe(eve, 'premium')
  const { _id, amount, creditCents } = await firstOf(eve)
  expect({ amount, creditCents }).toEqual({ amount: 499, creditCents: 698 })
  const params = { id: _id }
  const invoice = await server.call(api.payments.taxInvoice, { params }, await server.signIn(eve))
  const text = await pdfText(invoice.body)
  expect(text).toContain('Your credit')
  expect(text).not.toContain('next bill')
  await refund(eve)
  await expect.poll(() => creditAtStripe(server, eve.customer)).toBe(698)
  expect((await firstOf(eve)).notes).toEqual([1197])
})

test('credit comes back if the debit that pays for the rest of a plan fails', async () => {
  const flo = await addUser(698)
  await server.subscribe(flo, 'premium', '111111113')
  expect(await creditAtStripe(server, flo.customer)).toBe(0)
  await server.passTo(server.later(3.1))
  await server.outbox.waitFor(flo.email, { subject: 'payment' })
  expect(await creditAtStripe(server, flo.customer)).toBe(698)
  const invoices = async () => (await server.stripe.invoices.list({ customer: flo.customer })).data
  await expect.poll(async () => (await invoices())[0]!.status).toBe('void')
  expect(await creditAtStripe(server, flo.customer)).toBe(698)
})

test('credit that an unpaid page had taken is reported when its owner closes their account', async () => {
  const gus = await addUser(698)
  await server.subscribe(gus, 'premium', '4000000000000002')
  expect(await creditAtStripe(server, gus.customer)).toBe(0)
  server.setEventsLost(true)
  const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
  const closed = { closedAt: server.deps.now(), purgeAt: server.later(30) }
  await server.deps.db.updateTable('users').set(closed).where('id', '=', gus.id).execute()
  await cancelRenewals.handler(server.deps, { owner: gus.id }, run)
  await reportCredit.handler(server.deps, { owner: gus.id }, run)
  server.setEventsLost(false)
  const { alerts } = (await server.call(api.payments.alerts, {}, await server.signIn(admin))).body
  const messages = alerts.map(({ message }) => message)
  expect(messages).toContainEqual(
    expect.stringContaining(`${gus.email} closed their account with $6.98 in credit`),
  )
})

test('a lost dispute has a note for the credit that comes back, and undoes it if the appeal is won', async () => {
  const dee = await addUser(300)
  await buy(dee, ['Sep'], 'pm_card_createDispute')
  const payment = await firstOf(dee)
  const dispute = await findDispute(server, payment)
  await loseDispute(server, dispute)
  expect((await firstOf(dee)).notes).toEqual([300])
  await winAppeal(server, dispute)
  await expect.poll(async () => (await firstOf(dee)).notes).toEqual([300, -300])

  const { customer } = await server.stripe.paymentIntents.retrieve(payment.payment_id!)
  const credit = () => creditAtStripe(server, customer as string)
  await expect.poll(credit).toBe(0)
  await refund(dee)
  await expect.poll(credit).toBe(300)
})
