import { api, commonRefusals, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { answeredLate } from '../testing/late-answers.ts'
import { scopeOf } from '../testing/scope.ts'
import { changePlan } from './changes/change-plan.ts'
import { cancelPlan } from './ending/cancel-plan.ts'
import { openCheckout } from './subscribing/open-checkout.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('late-answers@example.com', { role: 'Admin' })
})

/** Cancels or resumes a person's plan in another tab. */
async function setCancelled(person: Person, isCancelled: boolean): Promise<void> {
  const body = { isCancelled }
  const response = await server.call(api.payments.cancelPlan, { body }, await server.signIn(person))
  expect(response.status).toBe(200)
  await server.standIn.webhooksSettled()
}

test.each([
  ['cancelled', 'resumed', true, 'Your plan will renew as usual.'],
  ['resumed', 'cancelled', false, 'Your plan ends on 1 Aug 2026. Until then you have full access.'],
])(
  'a plan that was %s is shown as %s since, even if the first answer arrives last',
  async (first, _, isCancelled, message) => {
    const ann = await server.addUser(`${first}@example.com`)
    await server.subscribe(ann, 'pro')
    if (!isCancelled) await setCancelled(ann, true)
    const deps = answeredLate(server, 'subscriptions.update', async () => {
      await setCancelled(ann, !isCancelled)
      server.setNow(new Date(+server.deps.now() + 10_000))
    })
    expect(await cancelPlan(deps, scopeOf(ann), isCancelled)).toEqual({ message })
    await server.standIn.webhooksSettled()
    expect(await planStateOf(server.deps, ann.id)).toMatchObject({
      subscription: { isRenewing: isCancelled },
    })
  },
)

test('a user who’s suspended while Stripe works out the price of another plan isn’t charged for it', async () => {
  const bob = await server.addUser('bob@example.com')
  const { subscription } = await server.subscribe(bob, 'pro')
  const plan = server.plans.premium
  const signedIn = await server.signIn(bob)
  const { body: price } = await server.call(api.payments.previewChange, { body: { plan } }, signedIn)
  const signedInAdmin = await server.signIn(admin)
  const deps = answeredLate(server, 'invoices.createPreview', () =>
    server.call(
      api.admin.setStatus,
      { params: { userId: bob.id }, body: { isSuspended: true } },
      signedInAdmin,
    ),
  )
  const changing = changePlan(deps, scopeOf(bob), { plan, ...price })
  await expect(changing).rejects.toMatchObject({ spec: commonRefusals.notAllowed })
  const { data } = await server.stripe.invoices.list({ subscription: subscription as string })
  expect(data).toHaveLength(1)
})

test('a user who subscribes in one tab gets no other page to pay on in a second, even if Stripe is slow there', async () => {
  const cat = await server.addUser('cat@example.com')
  const pro = { body: { plan: server.plans.pro } }
  const { body: page } = await server.call(api.payments.openCheckout, pro, await server.signIn(cat))
  const deps = answeredLate(server, 'checkout.sessions.list', () => server.payOn(page.url))
  const opening = openCheckout(deps, scopeOf(cat), server.plans.premium)
  await expect(opening).rejects.toMatchObject({ spec: paymentRefusals.alreadySubscribed })
  const { id: customer } = await server.deps.db
    .selectFrom('providerCustomers')
    .select('id')
    .where('ownerId', '=', cat.id)
    .executeTakeFirstOrThrow()
  const sessions = await server.stripe.checkout.sessions.list({ customer, status: 'open' })
  expect(sessions.data).toEqual([])
})
