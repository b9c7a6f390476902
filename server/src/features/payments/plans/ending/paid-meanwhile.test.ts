import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../../webhook/missed-events/reconciliation.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { listPayments } from '../../testing/lists.ts'
import { scopeOf } from '../../testing/scope.ts'
import { cancelPlan } from './cancel-plan.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const amountsOf = async (person: Person) =>
  (await listPayments(server, person)).map(({ amount, refundedCents }) => [amount, refundedCents])
const lateOneRefunded = [
  [499, 499],
  [499, 0],
]

test('a renewal that’s paid just as its plan is cancelled for not being paid is refunded', async () => {
  const ann = await server.addUser('ann@example.com')
  const { subscription } = await server.subscribe(ann, 'pro', '4000000000000341')
  await server.passTo(server.later(31.2))
  const { latest_invoice, status } = await server.stripe.subscriptions.retrieve(subscription as string)
  expect(status).toBe('past_due')
  const payment = { payment_method: 'pm_card_visa' }
  const paidMeanwhile = answeredLate(server, 'subscriptions.retrieve', () =>
    server.stripe.invoices.pay(latest_invoice as string, payment),
  )
  const scope = scopeOf(ann)
  await expect(cancelPlan(paidMeanwhile, scope, true)).resolves.toMatchObject({
    message: 'Your plan has ended. You won’t be charged again.',
  })
  await server.standIn.webhooksSettled()
  await expect.poll(() => amountsOf(ann)).toEqual(lateOneRefunded)
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subscription: null, unpaidRenewal: null })
})

test('a renewal that’s paid after its plan has ended is refunded, even if a part was before we heard of the end', async () => {
  const cyd = await server.addUser('cyd@example.com')
  const { subscription } = await server.subscribe(cyd, 'pro', '4000000000000341')
  await server.passTo(server.later(31.2))
  server.setEventsLost(true)
  const { latest_invoice } = await server.stripe.subscriptions.cancel(subscription as string)
  server.setEventsLost(false)
  await server.passTo(server.later(0.1))
  await server.stripe.invoices.pay(latest_invoice as string, { payment_method: 'pm_card_visa' })
  await server.standIn.webhooksSettled()
  const [late] = await listPayments(server, cyd)
  await server.stripe.refunds.create({ payment_intent: late!.payment_id, amount: 20 })
  await server.standIn.webhooksSettled()
  expect((await amountsOf(cyd))[0]).toEqual([499, 20])
  await handleMissedEvents(server.deps)
  await expect.poll(() => amountsOf(cyd)).toEqual(lateOneRefunded)
})

test('a plan that isn’t paid can be cancelled in two tabs at once', async () => {
  const bea = await server.addUser('bea@example.com')
  const { subscription } = await server.subscribe(bea, 'pro', '4000000000000341')
  await server.passTo(server.later(31.2))
  const inOtherTab = answeredLate(server, 'subscriptions.retrieve', () =>
    cancelPlan(server.deps, scopeOf(bea), true),
  )
  await expect(cancelPlan(inOtherTab, scopeOf(bea), true)).resolves.toMatchObject({
    message: 'Your plan has ended. You won’t be charged again.',
  })
  expect((await server.stripe.subscriptions.retrieve(subscription as string)).status).toBe('canceled')
})
