import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { fuel, insurance } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'
import { followLabelRules } from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

test('receipts of every owner follow a change of what we suggest, and keep what was confirmed', async () => {
  const [ann, bob] = [await server.addUser('ann@example.com'), await server.addUser('bob@example.com')]
  const fee = { documentDate: '2025-08-03', categoryId: insurance, supplier: 'Health Services Union' }
  await insertReceipt(server, ann, { ...fee, labelSuggested: 'private' })
  await insertReceipt(server, ann, { ...fee, labelSuggested: 'private', labelConfirmed: 'D4' })
  await insertReceipt(server, bob, { documentDate: '2025-08-03', categoryId: fuel, labelSuggested: 'D2' })
  const run = { id: '', attempt: 1, isLast: true, signal: new AbortController().signal }
  await followLabelRules.handler(server.deps, {}, run)
  const labelsOf = async (person: typeof ann) =>
    new Set((await yearOf(server, person, '2025-26')).byLabel.map(({ label }) => label))
  await expect.poll(() => labelsOf(ann)).toEqual(new Set(['D4', 'D5']))
  await expect.poll(() => labelsOf(bob)).toEqual(new Set(['D1']))
})
