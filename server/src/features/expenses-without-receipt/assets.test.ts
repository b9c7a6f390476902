import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await addSubscriber(server, 'ann@example.com')
})

const laptop = {
  kind: 'bankLine' as const,
  supplier: 'JB Hi-Fi',
  description: 'Laptop',
  amountCents: 2_000_00,
  label: 'D5' as const,
  note: 'For work',
}

/** Saves a laptop that was paid in 2026–27. */
async function saveLaptop() {
  const params = { evidenceId: randomUUID() }
  const paidOn = async (day: string) => {
    const { body } = await server.call(api.expenses.save, { params, body: { ...laptop, paidOn: day } }, ann)
    return [body.incomeYear, body.lastClaimedYear, body.mayBeAsset]
  }
  await paidOn('2026-07-01')
  const answer = (body: { incomeYear: string | null; isOneYear?: boolean }) =>
    server.call(api.expenses.setLastClaim, { params, body }, ann)
  return { paidOn, answer }
}

test('an asset is claimed until the year its owner said, even after its date was corrected', async () => {
  const { paidOn, answer } = await saveLaptop()
  await answer({ incomeYear: '2029-30' })
  expect(await paidOn('2026-07-02')).toEqual(['2026-27', '2029-30', false])
  expect(await paidOn('2024-06-30')).toEqual(['2023-24', '2029-30', false])
  expect(await paidOn('2026-07-01')).toEqual(['2026-27', '2029-30', false])
})

test('what isn’t an asset stays none in another year', async () => {
  const { paidOn, answer } = await saveLaptop()
  await answer({ incomeYear: null, isOneYear: true })
  expect(await paidOn('2026-06-30')).toEqual(['2025-26', null, false])
})

test('an expense whose owner hasn’t said stays a possible asset in another year', async () => {
  const { paidOn } = await saveLaptop()
  expect(await paidOn('2026-06-30')).toEqual(['2025-26', null, true])
})

test.each([
  ['2025-07-01', '2025-26'],
  ['2026-07-01', '2026-27'],
])(
  'its owner is asked again if there’s no later year it’s claimed in: paid on %s',
  async (day, incomeYear) => {
    const { paidOn, answer } = await saveLaptop()
    await paidOn('2022-07-01')
    await answer({ incomeYear: '2025-26' })
    expect(await paidOn(day)).toEqual([incomeYear, null, true])
  },
)
