import { paymentRefusals } from '@docketbox/contract'
import pLimit from 'p-limit'
import { beforeAll, type ExpectStatic, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type Action, actions, type Result, RETRIED } from './actions.ts'
import { connectionFaults, type Fault, faults } from './faulty-proxy.ts'
import { eventHandlers } from './event-handlers.ts'
import { jobActions } from './job-actions.ts'
import { expectAgreement, type Money, moneyAtStripe, startWorld, type World } from './set-up.ts'

/** Actions mostly wait, so they run concurrently, each in its own world. */
const WORLDS = 3
const free: World[] = []
const limit = pLimit(WORLDS)
beforeAll(async () => {
  free.push(...(await Promise.all(Array.from({ length: WORLDS }, startWorld))))
})

const inAWorld = <T>(expect: ExpectStatic, work: (world: World) => Promise<T>) =>
  limit(async () => {
    const world = free.pop()!
    return work({ ...world, expect }).finally(() => free.push(world))
  })

let users = 0
const newPerson = ({ server }: World) => server.addUser(`outage${++users}@example.com`)

/** The only refusals that say that nothing was charged or refunded. */
const nothingMoved = [paymentRefusals.unavailable.code, paymentRefusals.refundUnavailable.code]

/** The false claims of a response. */
async function falseClaims(world: World, person: Person, { isDone }: Action, result: Result, before: Money) {
  const { status, code } = result
  const claims: string[] = []
  if (![200, 503, 504].includes(status) && code !== RETRIED) claims.push(`failed with ${status} ${code}`)
  if (status === 200 && !(await isDone(world, person))) claims.push('said it was done')
  const hasMoved = JSON.stringify(await moneyAtStripe(world, person)) !== JSON.stringify(before)
  if (nothingMoved.includes(code ?? '') && hasMoved) claims.push('said that nothing was charged or refunded')
  return claims
}

/** By default each call meets one of the faults in turn; OUTAGE_FAULTS=all takes a few minutes. */
// oxlint-disable-next-line node/no-process-env -- how thorough this run is
const isThorough = process.env['OUTAGE_FAULTS'] === 'all'
const TIMEOUT_MS = 600_000

const everything: Record<string, Action> = {
  ...actions,
  ...jobActions,
  ...Object.fromEntries(
    Object.entries(eventHandlers).map(([what, action]) => [`eventHandler ${what}`, action]),
  ),
}

test.concurrent.for(Object.entries(everything))(
  '%s agrees with Stripe after a fault at each of its calls, and claims only what is known',
  { timeout: TIMEOUT_MS },
  async ([, action], { expect }) => {
    const wrong = await inAWorld(expect, (world) => breakEachCall(world, action))
    expect(wrong).toEqual([])
  },
)

/** @returns the false claims. */
async function breakEachCall(world: World, action: Action): Promise<string[]> {
  const wrong: string[] = []
  const { prepare, act, isDone } = action
  const { proxy, server, expect } = world
  const first = await newPerson(world)
  await prepare(world, first)
  proxy.takeCalls()
  expect(await act(world, first)).toEqual({ status: 200 })
  const made = [...new Set(proxy.takeCalls())]
  expect(made).not.toEqual([])
  const { calls = made } = action
  expect(made).toEqual(expect.arrayContaining(calls))
  await server.standIn.webhooksSettled()
  const afterwards = await moneyAtStripe(world, first)
  await expectAgreement(world, first)

  for (const [at, call] of calls.entries()) {
    for (const fault of isThorough ? faults : someFaults(call, at)) {
      const where = `${fault} at ${call}`
      const person = await newPerson(world)
      await prepare(world, person)
      const before = await moneyAtStripe(world, person)
      proxy.break(call, fault)
      const result = await act(world, person)
      proxy.heal()
      const claims = await falseClaims(world, person, action, result, before)
      wrong.push(...claims.map((claim) => `${where}: ${claim}`))
      await server.standIn.webhooksSettled()
      await expectAgreement(world, person)
      // Pressed again, or retried by the queue: done once.
      const { status } = await act(world, person)
      await server.standIn.webhooksSettled()
      const isRepeated = status === 200 || status === 409
      const after = { isDone: await isDone(world, person), money: await moneyAtStripe(world, person) }
      expect({ where, isRepeated, ...after }).toEqual({
        where,
        isRepeated: true,
        isDone: true,
        money: afterwards,
      })
      await expectAgreement(world, person)
    }
  }
  return wrong
}

/** One in turn, and what an idempotency key repeats. */
function someFaults(call: string, at: number): Fault[] {
  const inTurn = at % 2 === 0 ? 'lost' : connectionFaults[at % connectionFaults.length]!
  return call.startsWith('POST') ? [inTurn, 'failed'] : [inTurn]
}

test.concurrent(
  'a change whose answer and events are both lost is looked up',
  ({ expect }) =>
    inAWorld(expect, async (world) => {
      const { server, proxy } = world
      const { prepare, act, isDone } = actions['changing the plan']!
      for (const fault of isThorough ? (['lost', 'cut', 'late'] as const) : (['late'] as const)) {
        const person = await newPerson(world)
        await prepare(world, person)
        server.setEventsLost(true)
        proxy.break('POST /v1/subscriptions/:id', fault)
        expect(await act(world, person)).toEqual({ status: 504, code: paymentRefusals.outcomeUnknown.code })
        proxy.heal()
        server.setEventsLost(false)
        expect(await isDone(world, person)).toBe(true)
        await expectAgreement(world, person)
      }
    }),
  TIMEOUT_MS,
)
