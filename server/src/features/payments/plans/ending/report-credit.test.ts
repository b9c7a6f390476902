import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { listAlerts } from '../../testing/lists.ts'
import { cancelRenewals } from './cancel-renewals.ts'
import { reportCredit } from './report-credit.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('credit-left@example.com', { role: 'Admin' })
})

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
const pass = (days: number) => server.passTo(new Date(+server.deps.now() + days * DAY_MS))

async function setClosed({ id }: Person, isClosed: boolean): Promise<void> {
  const at = server.deps.now()
  const closed = { closedAt: at, purgeAt: new Date(+at + 30 * DAY_MS) }
  const open = { closedAt: null, purgeAt: null }
  await server.deps.db
    .updateTable('users')
    .set(isClosed ? closed : open)
    .where('id', '=', id)
    .execute()
}

/** Closes an account, and waits for what that returns. */
async function close(person: Person & { customer: string }, creditCents: number): Promise<void> {
  await setClosed(person, true)
  await cancelRenewals.handler(server.deps, { owner: person.id }, run)
  await expect.poll(() => creditAtStripe(server, person.customer)).toBe(creditCents)
}

const report = ({ id: owner }: Person) => reportCredit.handler(server.deps, { owner }, run)

test('credit of a closed account is reported to administrators, with the day until which they can refund it', async () => {
  const ann = await addUserWithCredit(server, 'ann@example.com', 300)
  await close(ann, 300)
  await report(ann)
  expect(await listAlerts(server, admin, ann)).toEqual([
    'ann@example.com closed their account with $3.00 in credit. Refund it before 31 Jul 2026.',
  ])
})

test('credit is reported that an open card form held when the account was closed', async () => {
  const ben = await addUserWithCredit(server, 'ben@example.com', 300)
  await server.call(api.payments.createIntent, { body: { months: ['Jul'], plan: server.plans.pro } }, ben)
  expect(await creditAtStripe(server, ben.customer)).toBe(0)
  await close(ben, 300)
  await server.deps.db
    .updateTable('providerCustomers')
    .set({ creditCents: 0 })
    .where('ownerId', '=', ben.id)
    .execute()
  await report(ben)
  expect(await listAlerts(server, admin, ben)).toEqual([expect.stringContaining('$3.00 in credit')])
})

test('the report waits an hour for the credit that an unpaid renewal holds', async () => {
  const cat = await addUserWithCredit(server, 'cat@example.com', 0)
  await server.subscribe(cat, 'pro', '4000000000000341')
  await server.stripe.customers.createBalanceTransaction(cat.customer, { amount: -200, currency: 'aud' })
  await pass(32)
  expect(await creditAtStripe(server, cat.customer)).toBe(0)
  await close(cat, 200)
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from start_after - created_on) / 3600 as hours from pgboss.job
    where name = 'payments.reportCredit' and data ->> 'owner' = ${cat.id}
  `.execute(server.deps.db)
  expect(rows.map(({ hours }) => Math.round(hours))).toEqual([1])
  await report(cat)
  expect(await listAlerts(server, admin, cat)).toEqual([expect.stringContaining('$2.00 in credit')])
})

test('credit isn’t reported of someone who has reopened their account since', async () => {
  const dan = await addUserWithCredit(server, 'dan@example.com', 300)
  await close(dan, 300)
  await setClosed(dan, false)
  await report(dan)
  expect(await listAlerts(server, admin, dan)).toEqual([])
})

test('nor of someone who reopens it while Stripe is asked', async () => {
  const eva = await addUserWithCredit(server, 'eva@example.com', 300)
  await close(eva, 300)
  const deps = answeredLate(server, 'customers.retrieve', () => setClosed(eva, false))
  await reportCredit.handler(deps, { owner: eva.id }, run)
  expect(await listAlerts(server, admin, eva)).toEqual([])
})

test('the alert goes away once they reopen their account, so that their credit isn’t refunded by mistake', async () => {
  const fay = await addUserWithCredit(server, 'fay@example.com', 300)
  await close(fay, 300)
  await report(fay)
  await setClosed(fay, false)
  expect(await listAlerts(server, admin, fay)).toEqual([])
  await setClosed(fay, true)
  await report(fay)
  expect(await listAlerts(server, admin, fay)).toEqual([expect.stringContaining('$3.00 in credit')])
})
