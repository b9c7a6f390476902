import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2026-07-01T02:00:00Z'))
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const create = (body: { code: string; percentOff: number; lastDay?: string }) =>
    server.call(api.payments.createPromotion, { body }, admin)
  // It ends at midnight in Sydney, at 14:00 UTC.
  await create({ code: 'TODAY', percentOff: 20, lastDay: '2026-07-01' })
  await create({ code: 'LATER', percentOff: 20, lastDay: '2026-07-02' })
  await create({ code: 'ALWAYS', percentOff: 20 })
})

const open = async (person: Person, code: string) => {
  const body = { plan: server.plans.pro, code }
  const { url } = (await server.call(api.payments.openCheckout, { body }, person)).body
  const session = await server.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!)
  return { url, expiresAt: new Date(session.expires_at * 1000).toISOString() }
}
let userCount = 0
const addUser = () => server.addUser(`last-day${++userCount}@example.com`)

test('a page with a code expires after a day, or with its code', async () => {
  expect((await open(await addUser(), 'ALWAYS')).expiresAt).toBe('2026-07-02T02:00:00.000Z')
  expect((await open(await addUser(), 'LATER')).expiresAt).toBe('2026-07-02T02:00:00.000Z')
  expect((await open(await addUser(), 'TODAY')).expiresAt).toBe('2026-07-01T14:00:00.000Z')
})

test('a page can’t be paid with a code that has ended', async () => {
  const [ann, bob] = [await addUser(), await addUser()]
  const early = await open(ann, 'TODAY')
  await server.passTo(new Date('2026-07-01T13:45:00Z'))
  expect(await open(ann, 'TODAY')).toEqual(early)
  const late = await open(bob, 'TODAY')
  await server.passTo(new Date('2026-07-01T13:59:00Z'))
  expect(await open(bob, 'TODAY')).toEqual(late)
  await server.passTo(new Date('2026-07-01T14:00:00Z'))
  expect(await server.payOn(early.url)).toBe(410)
  // Stripe's pages live for half an hour at least.
  expect(late.expiresAt).toBe('2026-07-01T14:31:00.000Z')
  await server.passTo(new Date('2026-07-01T14:31:00Z'))
  expect(await server.payOn(late.url)).toBe(410)
})

test('two tabs in a code’s last half hour lead to the same page', async () => {
  await server.passTo(new Date('2026-07-02T13:40:00Z'))
  const cem = await addUser()
  const [first, second] = await Promise.all([
    server.call(api.payments.openCheckout, { body: { plan: server.plans.pro, code: 'LATER' } }, cem),
    server.call(api.payments.openCheckout, { body: { plan: server.plans.pro, code: 'LATER' } }, cem),
  ])
  const urls = [first, second].filter(({ status }) => status === 200).map(({ body }) => body.url)
  expect(new Set(urls).size).toBe(1)
})
