import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { drive, insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

test.each([
  ['D1', 'trips in a car', true, 0],
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
