import { paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { moveMoney } from '../money-call.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test('each outcome that’s unknown is looked up for five minutes, even if another one is already', async () => {
  const unanswered = async () => {
    server.standIn.loseAnswers(({ path }) => path === '/v1/customers')
    const call = moveMoney(server.deps, (stripe, options) => stripe.customers.create({}, options))
    await expect(call).rejects.toMatchObject({ spec: paymentRefusals.outcomeUnknown })
    server.standIn.loseAnswers(() => false)
  }
  const lookUps = async (state: string) => {
    const { rows } = await sql<{ left: number }>`
      select (data ->> 'left')::int as left from pgboss.job
      where name = 'payments.lookUpOutcome' and state = ${state}`.execute(server.deps.db)
    return rows.map(({ left }) => left).toSorted((a, b) => a - b)
  }
  await unanswered()
  // It has looked once, and waits before it looks again.
  await expect.poll(() => lookUps('created'), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(() => lookUps('completed'), { timeout: 10_000 }).toHaveLength(1)
  const [first] = await lookUps('completed')
  server.setNow(new Date(+server.deps.now() + 4 * 60_000))
  await unanswered()
  await expect.poll(() => lookUps('completed'), { timeout: 10_000 }).toEqual([first, first])
})
