import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { ownScope } from '#platform/security/scope.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { answeredLate } from '../testing/late-answers.ts'
import { cancelPlan } from './ending/cancel-plan.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const scopeOf = ({ id }: Person) => ownScope({ id, role: 'User', sessionId: '', hasSecondFactor: false })

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
