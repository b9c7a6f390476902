import { api, type BulkAction, type Receipt } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fuel, travel, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const { bulk, undoBulk } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
beforeAll(async () => {
  app = await startReadingServer()
  ann = await addSubscriber(app.server, 'ann@example.com')
})

const fileNew = async () =>
  app.file(await upload(app.server, ann, app.newFile()), ann, { description: 'Fuel' })
const change = async ({ _id }: Receipt, action: BulkAction) =>
  (await app.server.call(bulk, { body: { ids: [_id], action } }, ann)).body.undo!
const undo = (changeId: string) => app.server.call(undoBulk, { params: { changeId } }, ann)

test.each<[string, BulkAction]>([
  ['a move', { type: 'move', category: travel }],
  ['deleting', { type: 'delete' }],
  ['work use', { type: 'workUse', workUsePercent: 60 }],
  ['a date', { type: 'date', documentDate: '2025-01-01' }],
])('undoing %s keeps what was read meanwhile', async (_, action) => {
  const values = { supplier: 'Shell', documentDate: '2026-03-03', totalCents: 6_820 }
  const finishReading = app.holdReader(readingOf(values, { unsure: ['supplier'] }))
  const receipt = await fileNew()
  expect(receipt.facts.documentDate).toBeNull()
  const changeId = await change(receipt, action)
  finishReading()
  await app.afterReading(receipt, ann)
  expect((await undo(changeId)).body).toEqual({ changed: 1 })
  const shown = await app.show(receipt, ann)
  expect(shown).toMatchObject({
    category: fuel,
    deletedAt: null,
    incomeYear: '2025-26',
    facts: { documentDate: '2026-03-03', totalCents: 6_820, workUsePercent: null },
  })
  expect(shown.sources).toEqual({ description: 'typed', documentDate: 'read', totalCents: 'read' })
  expect(shown.suggestions).toEqual({ supplier: 'Shell' })
})

test('undoing a date suggests again what was read before', async () => {
  const values = { supplier: 'Shell', documentDate: '2026-03-03' }
  app.answerWith(() => readingOf(values, { unsure: ['supplier', 'documentDate'] }))
  const receipt = await fileNew()
  const before = await app.afterReading(receipt, ann)
  expect(before.suggestions).toEqual(values)
  const changeId = await change(receipt, { type: 'date', documentDate: '2025-01-01' })
  expect((await app.show(receipt, ann)).suggestions).toEqual({ supplier: 'Shell' })
  await undo(changeId)
  const { facts, sources, suggestions, incomeYear } = before
  expect(await app.show(receipt, ann)).toMatchObject({ facts, sources, suggestions, incomeYear })
})
