import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'
import { drive, insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

test.each([
  ['D1', 'trips in a car', true, 0],
  ['business', 'trips in a car', true, 0],
  ['D5', 'trips in a car', true, 1],
  ['D1', 'no trips', false, 1],
])(
  'an asset of an earlier year under %s with %s this year is claimed on top unless its car’s method covers it',
  async (label, _, hasTrips, expected) => {
    const owner = await addSubscriber(server, `${label}-${hasTrips}@example.com`)
    const dashCam = { documentDate: '2025-08-03', supplier: 'Jaycar', totalCents: 450_00 }
    await insertReceipt(server, owner, { ...dashCam, labelConfirmed: label, lastClaimedYear: 2029 })
    if (hasTrips) await drive(server, owner, { day: '2026-08-03', km: 40 })
    expect((await yearOf(server, owner, '2026-27')).earlierAssets).toBe(expected)
  },
)

test('a year lists the assets of earlier ones that are still claimed in it, even to guests', async () => {
  const ros = await addSubscriber(server, 'ros@example.com')
  const bought = { documentDate: '2024-08-03', totalCents: 2_400_00 }
  const ids: string[] = []
  for (const lastClaimedYear of [2026, 2027, 2028])
    ids.push(await insertReceipt(server, ros, { ...bought, labelConfirmed: 'D5', lastClaimedYear }))
  for (const notForWork of [{ labelConfirmed: 'private' }, { labelConfirmed: 'D4', workUsePercent: 0 }])
    await insertReceipt(server, ros, { ...bought, ...notForWork, lastClaimedYear: 2028 })
  const evidenceId = randomUUID()
  const desk = { kind: 'bankLine' as const, paidOn: '2025-08-03', supplier: 'IKEA', description: 'Desk' }
  const paid = { amountCents: 499_00, workUsePercent: 70, label: 'D5' as const, note: 'At home' }
  await server.call(api.expenses.save, { params: { evidenceId }, body: { ...desk, ...paid } }, ros)
  const until = { incomeYear: '2027-28' }
  await server.call(api.expenses.setLastClaim, { params: { evidenceId }, body: until }, ros)

  const listed = await yearOf(server, ros, '2026-27')
  expect(listed.earlierAssets).toBe(3)
  const [withoutReceipt, ...receipts] = listed.earlierAssetDocs
  expect(withoutReceipt).toEqual({
    _id: evidenceId,
    hasReceipt: false,
    name: 'IKEA',
    description: 'Desk',
    day: '2025-08-03',
    incomeYear: '2025-26',
    spentCents: 499_00,
    workUsePercent: 70,
    label: 'D5',
    lastClaimedYear: '2027-28',
  })
  expect(receipts.map(({ _id }) => _id).toSorted()).toEqual(ids.slice(1).toSorted())
  expect(receipts[0]).toMatchObject({ hasReceipt: true, day: '2024-08-03', incomeYear: '2024-25' })
  expect(receipts[0]).toMatchObject({ spentCents: 2_400_00, workUsePercent: 100, label: 'D5' })
  const { earlierAssets, earlierAssetDocs } = await yearOf(server, ros, '2024-25')
  expect([earlierAssets, earlierAssetDocs]).toEqual([0, []])

  const { guest } = await addGuest(server, ros, { years: ['2026-27'] })
  expect((await yearOf(server, guest, '2026-27')).earlierAssetDocs).toEqual(listed.earlierAssetDocs)
  const opened = await server.call(api.receipts.details, { params: { uploadId: ids[1]! } }, guest)
  expect(opened.status).toBe(404)
})
