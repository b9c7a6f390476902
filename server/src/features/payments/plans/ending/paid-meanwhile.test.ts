import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { listPayments } from '../../testing/lists.ts'
import { scopeOf } from '../../testing/scope.ts'
import { cancelPlan } from './cancel-plan.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

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
  const amounts = async () =>
    (await listPayments(server, ann)).map(({ amount, refundedCents }) => [amount, refundedCents])
  await expect.poll(amounts).toEqual([
    [499, 499],
    [499, 0],
  ])
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subscription: null, unpaidRenewal: null })
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
