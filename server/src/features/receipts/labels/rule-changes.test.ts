import { api, type BulkAction } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
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

const { bulk, editFacts, editLabel } = api.receipts
const edit = (note: string) => (uploadId: string, owner: Person) =>
  server.call(editFacts, { params: { uploadId }, body: { note } }, owner)
const answer = (vehicle: 'car') => (uploadId: string, owner: Person) =>
  server.call(editLabel, { params: { uploadId }, body: { answers: { vehicle } } }, owner)
const change = (action: BulkAction) => (uploadId: string, owner: Person) =>
  server.call(bulk, { body: { ids: [uploadId], action } }, owner)

test.each([
  ['edits the receipt', [edit('With Kim')]],
  ['answers a question about it', [answer('car')]],
  ['moves it with others', [change({ type: 'move', category: fuel })]],
  [
    'dates it with others',
    [
      change({ type: 'date', documentDate: '2026-08-03' }),
      change({ type: 'date', documentDate: '2025-08-03' }),
    ],
  ],
])('an owner who %s hasn’t changed the label that we suggest differently', async (what, changes) => {
  const { years, receipts } = api
  const cleo = await server.addUser(`cleo-${what.replaceAll(' ', '-')}@example.com`)
  const bought = { documentDate: '2025-08-03', createdAt: new Date('2026-08-01T02:00:00Z') }
  const uploadId = await insertReceipt(server, cleo, { ...bought, totalCents: 89_00, labelSuggested: 'D2' })
  const lodged = { lodgedOn: '2026-08-10', via: 'myTax' as const }
  await server.call(years.recordLodgedReturn, { params: { incomeYear: '2025-26' }, body: lodged }, cleo)
  for (const make of changes) await make(uploadId, cleo)
  const { body: receipt } = await server.call(receipts.details, { params: { uploadId } }, cleo)
  expect([receipt.label.suggested, receipt.hasChangedSinceLodged]).toEqual(['D1', undefined])
  expect((await yearOf(server, cleo, '2025-26')).receiptsChangedSinceLodged.edited).toBe(0)
})
