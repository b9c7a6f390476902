import { api } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { cancelRenewals } from './cancel-renewals.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('back-early-admin@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setReachable(true))

const password = 'kettle magpie tram'
const attempt = { id: '1', attempt: 2, isLast: false, signal: new AbortController().signal }

/** Suspends someone, and ends that. */
async function suspendForAMoment({ id: userId }: Person): Promise<void> {
  for (const isSuspended of [true, false])
    await server.call(api.admin.setStatus, { params: { userId }, body: { isSuspended } }, admin)
}

/** Closes someone's account, and reopens it. */
async function closeForAMoment(person: Person): Promise<void> {
  await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  const body = { email: person.email, password, reopen: true }
  expect(await server.call(api.auth.signIn, { body })).toMatchObject({ status: 200 })
}

test.each([
  ['a suspended user', 'no longer suspended', suspendForAMoment],
  ['the owner of a closed account', 'reopened', closeForAMoment],
])(
  '%s who is back before Stripe could be reached keeps the plan, and learns so by email',
  async (_, subject, lockOut) => {
    const person = await givePassword(
      server.deps,
      await server.addUser(`${subject.replaceAll(' ', '-')}@example.com`),
      password,
    )
    const { subscription } = await server.subscribe(person, 'pro')
    server.standIn.setReachable(false)
    await lockOut(person)
    const { text } = await server.outbox.waitFor(person.email, { subject })
    expect(text).toContain('Your subscription still renews, because we couldn’t cancel it in time.')
    server.standIn.setReachable(true)
    const signedIn = await server.signIn(person)
    for (const isCancelled of [true, false])
      expect(await server.call(api.payments.cancelPlan, { body: { isCancelled } }, signedIn)).toMatchObject({
        status: 200,
      })
    await cancelRenewals.handler(server.deps, { owner: person.id }, attempt)
    const { cancel_at } = await server.stripe.subscriptions.retrieve(subscription as string)
    expect(cancel_at).toBeNull()
  },
)

test('the owner of a closed account who is back while Stripe is being asked keeps the plan', async () => {
  const email = 'back-meanwhile@example.com'
  const person = await givePassword(server.deps, await server.addUser(email), password)
  const { subscription } = await server.subscribe(person, 'pro')
  server.standIn.setReachable(false)
  await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  const client = async () => {
    const body = { email, password, reopen: true }
    expect(await server.call(api.auth.signIn, { body })).toMatchObject({ status: 200 })
    server.standIn.setReachable(true)
    return server.deps.payments.client()
  }
  const deps = { ...server.deps, payments: { ...server.deps.payments, client } }
  await cancelRenewals.handler(deps, { owner: person.id }, attempt)
  const { cancel_at } = await server.stripe.subscriptions.retrieve(subscription as string)
  expect(cancel_at).toBeNull()
})

test('the owner of a closed account that’s no longer suspended is told to reopen it, not that the plan renews', async () => {
  const person = await givePassword(server.deps, await server.addUser('closed-too@example.com'), password)
  await server.subscribe(person, 'pro')
  server.standIn.setReachable(false)
  await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  await suspendForAMoment(person)
  const { text } = await server.outbox.waitFor(person.email, { subject: 'no longer suspended' })
  expect(text).toContain('It’s still closed, as you asked.')
  expect(text).not.toContain('renews')
})
