import { paymentRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type Action, actions, type Result, RETRIED } from './actions.ts'
import { faults } from './faulty-proxy.ts'
import { expectAgreement, type Money, moneyAtStripe, proxy, server, start } from './world.ts'

beforeAll(start)

let users = 0
const newPerson = () => server.addUser(`outage${++users}@example.com`)

/** What a response says that isn't so. */
async function falseClaims(person: Person, { isDone }: Action, { status, code }: Result, before: Money) {
  const claims: string[] = []
  if (![200, 503, 504].includes(status) && code !== RETRIED) claims.push(`failed with ${status} ${code}`)
  if (status === 200 && !(await isDone(person))) claims.push('said it was done')
  const hasMoved = JSON.stringify(await moneyAtStripe(person)) !== JSON.stringify(before)
  // The only refusal that says that nothing was charged.
  if (code === paymentRefusals.unavailable.code && hasMoved) claims.push('said that nothing was charged')
  return claims
}

/** By default each call meets one of the faults in turn; OUTAGE_FAULTS=all takes a few minutes. */
// oxlint-disable-next-line node/no-process-env -- how thorough this run is
const isThorough = process.env['OUTAGE_FAULTS'] === 'all'

describe.each(Object.entries(actions))('%s', (_, action) => {
  test('agrees with Stripe after a fault at each of its calls, and claims only what is known', async () => {
    const first = await newPerson()
    await action.prepare(first)
    proxy.takeCalls()
    expect(await action.act(first)).toEqual({ status: 200 })
    const calls = [...new Set(proxy.takeCalls())]
    expect(calls).not.toEqual([])
    await server.standIn.webhooksSettled()
    const afterwards = await moneyAtStripe(first)
    await expectAgreement(first)

    for (const [at, call] of calls.entries()) {
      for (const fault of isThorough ? faults : [faults[at % 2 === 0 ? 1 : at % faults.length]!]) {
        const where = `${fault} at ${call}`
        const person = await newPerson()
        await action.prepare(person)
        const before = await moneyAtStripe(person)
        proxy.break(call, fault)
        const result = await action.act(person)
        proxy.heal()
        const claims = await falseClaims(person, action, result, before)
        expect({ where, claims }).toEqual({ where, claims: [] })
        await server.standIn.webhooksSettled()
        await expectAgreement(person)
        // Pressed again, or tried again by the queue: done once.
        const { status } = await action.act(person)
        await server.standIn.webhooksSettled()
        const money = await moneyAtStripe(person)
        const isDone = await action.isDone(person)
        const isRepeated = status === 200 || status === 409
        expect({ where, isRepeated, isDone, money }).toEqual({
          where,
          isRepeated: true,
          isDone: true,
          money: afterwards,
        })
        await expectAgreement(person)
      }
    }
  })
})

test('a change whose answer and events are both lost is looked up', async () => {
  const { prepare, act, isDone } = actions['changing the plan']!
  for (const fault of isThorough ? (['lost', 'cut', 'late'] as const) : (['late'] as const)) {
    const person = await newPerson()
    await prepare(person)
    server.setEventsLost(true)
    proxy.break('POST /v1/subscriptions/:id', fault)
    expect(await act(person)).toEqual({ status: 504, code: paymentRefusals.outcomeUnknown.code })
    proxy.heal()
    server.setEventsLost(false)
    expect(await isDone(person)).toBe(true)
    await expectAgreement(person)
  }
})
