import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('pending-admin@example.com', { role: 'Admin' })
})

const password = 'kettle magpie tram'
const bankAccount = '000123456'
let userCount = 0
const addUser = async () =>
  givePassword(server.deps, await server.addUser(`pending${++userCount}@example.com`), password)
const paid = async ({ id }: Person) => {
  const payments = server.deps.db.selectFrom('payments').select('id').where('ownerId', '=', id)
  return (await payments.where('status', '=', 'paid').execute()).length
}

/** A user whose renewal is being paid. */
async function renewing(): Promise<Person> {
  const person = await addUser()
  await server.subscribe(person, 'pro')
  const { periodEnd } = await server.deps.db
    .selectFrom('subscriptions')
    .select('periodEnd')
    .where('ownerId', '=', person.id)
    .executeTakeFirstOrThrow()
  await server.passTo(new Date(+periodEnd + 60_000))
  return person
}

/** A user whose bank debit for their first plan is pending. */
async function starting(): Promise<Person> {
  const person = await addUser()
  const { body } = await server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, person)
  await server.payOn(body.url, bankAccount)
  return person
}

/** A user whose bank debit for a month is pending. */
async function buyingMonth(): Promise<Person> {
  const person = await addUser()
  const months = { body: { months: ['Feb' as const], plan: server.plans.pro } }
  const { body } = await server.call(api.payments.createIntent, months, person)
  const { id } = await server.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: { bsb_number: '000000', account_number: bankAccount },
    billing_details: { name: 'Ann Lee', email: 'ann@example.com' },
  })
  await server.pay(body.clientSecret, id)
  return person
}

const pending = 'payment that’s under way may still go through.'
const renewal = `We won’t renew your subscription again, but a ${pending}`

describe.each([
  ['a renewal', renewing, renewal, 1],
  ['the debit for a new plan', starting, `A ${pending}`, 0],
  ['the debit for a month', buyingMonth, `A ${pending}`, 0],
])('while %s is being paid', (_, prepare, sentence, paidBefore) => {
  test('the mail about a suspension doesn’t say that nothing will be charged', async () => {
    const person = await prepare()
    const input = { params: { userId: person.id }, body: { isSuspended: true } }
    await server.call(api.admin.setStatus, input, await server.signIn(admin))
    const { text } = await server.outbox.waitFor(person.email, { subject: 'is suspended' })
    expect(text).toContain(sentence)
    expect(text).not.toContain('won’t be charged')
    await server.passTo(server.later(4))
    expect(await paid(person)).toBe(paidBefore + 1)
  })

  test('the mail about a closed account doesn’t either', async () => {
    const person = await prepare()
    await server.call(api.account.close, { body: { password } }, await server.signIn(person))
    const { text } = await server.outbox.waitFor(person.email, { subject: 'is closed' })
    expect(text).toContain(`We won’t charge you again, but a ${pending}`)
    await server.passTo(server.later(4))
    expect(await paid(person)).toBe(paidBefore + 1)
  })
})

test('the mails say that nothing will be charged if no payment is under way', async () => {
  const person = await addUser()
  await server.subscribe(person, 'pro')
  await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  const closed = await server.outbox.waitFor(person.email, { subject: 'is closed' })
  expect(closed.text).toContain('You won’t be charged again.')
})
