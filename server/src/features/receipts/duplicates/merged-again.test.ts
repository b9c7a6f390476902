import { api, type Receipt } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, others, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'
import { yearOf } from '#testing/years.ts'

const { drafts, editDraft, editFile, mergeDuplicate, restore, undoMerge, updateTaxProfile } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
let count = 0
beforeAll(async () => {
  app = await startReadingServer()
})
beforeEach(async () => {
  app.answerWith(() => readingOf({}))
  ann = await addSubscriber(app.server, `ann-${count++}@example.com`)
})

const merge = (into: Receipt, other: { draft: string } | { receipt: string }) =>
  app.server.call(mergeDuplicate, { body: { into: into._id, ...other } }, ann)
const fileNamed = async (name: string) =>
  app.file(await upload(app.server, ann, fileOf(pdf(name), `${name}.pdf`)), ann)
const titlesOf = async (receipt: Receipt) => (await app.show(receipt, ann)).file.map(({ title }) => title)

test('a receipt that was merged and was restored can be merged again', async () => {
  const [kept, other] = [await fileNamed('Restored'), await fileNamed('Restored too')]
  await merge(kept, { receipt: other._id })
  await app.server.call(restore, { params: { uploadId: other._id } }, ann)
  const again = await merge(kept, { receipt: other._id })
  expect(again.body.receipt.file).toHaveLength(2)
  expect((await app.show(other, ann)).deletedAt).not.toBeNull()
})

test('a file that was replaced between two merges is another page', async () => {
  const [kept, other] = [await fileNamed('Kept page'), await fileNamed('First try')]
  const fileId = other.file[0]!._id
  const merged = await merge(kept, { receipt: other._id })
  expect(merged.body.receipt.file.map(({ _id }) => _id)).not.toContain(fileId)
  await app.server.call(restore, { params: { uploadId: other._id } }, ann)
  const uri = await upload(app.server, ann, fileOf(pdf('Second try'), 'Second try.pdf'))
  await app.server.call(editFile, { params: { uploadId: other._id, fileId }, body: { uri } }, ann)

  const { body } = await merge(kept, { receipt: other._id })
  const { file, versions } = await app.show(kept, ann)
  expect(file.map(({ title }) => title)).toEqual(['Kept page.pdf', 'First try.pdf', 'Second try.pdf'])
  expect(versions.map(({ title }) => title)).toEqual([
    'Kept page.pdf',
    'First try.pdf',
    'Second try.pdf',
    'First try.pdf',
  ])
  await app.server.call(undoMerge, { params: { mergeId: body.undo } }, ann)
  expect(await titlesOf(kept)).toEqual(['Kept page.pdf', 'First try.pdf'])
  expect(await titlesOf(other)).toEqual(['Second try.pdf'])
})

test('a file that the receipt has already isn’t another page', async () => {
  const kept = await fileNamed('Twice')
  const uri = await upload(app.server, ann, fileOf(pdf('Twice'), 'Twice (1).pdf'))
  const params = { draftId: idOf(uri) }
  await app.server.call(editDraft, { params, body: { supplier: 'Shell' } }, ann)
  const { body } = await merge(kept, { draft: idOf(uri) })
  expect(body.receipt).toMatchObject({ facts: { supplier: 'Shell' }, file: [{ title: 'Twice.pdf' }] })
  expect(body.receipt.file).toHaveLength(1)
  expect((await app.server.call(drafts, { query: {} }, ann)).body.totalDocs).toBe(0)

  await app.server.call(undoMerge, { params: { mergeId: body.undo } }, ann)
  expect(await titlesOf(kept)).toEqual(['Twice.pdf'])
  expect((await app.server.call(drafts, { query: {} }, ann)).body.docs).toMatchObject([{ uri }])
})

test('undoing a merge suggests the label by what the owner has answered since', async () => {
  const answer = (work: 'employee' | 'soleTrader') =>
    app.server.call(updateTaxProfile, { body: { work } }, ann)
  const labels = async () => {
    const { byLabel } = await yearOf(app.server, ann, kept.incomeYear)
    return byLabel.filter(({ spentCents }) => spentCents > 0).map((line) => line.label)
  }
  // Reading the files would suggest it again.
  const finish = app.holdReader(readingOf({}))
  await answer('employee')
  const facts = { supplier: 'Bunnings', totalCents: 10_000 }
  const uri = await upload(app.server, ann, fileOf(pdf('Drill'), 'Drill.pdf'))
  const kept = await app.file(uri, ann, { category: others, facts })
  const back = await upload(app.server, ann, fileOf(pdf('Back of it'), 'Back of it.pdf'))
  const other = await app.file(back, ann, { category: others, description: 'Donation' })
  expect(await labels()).toEqual(['D5'])
  const { body } = await merge(kept, { receipt: other._id })
  expect(await labels()).toEqual(['D9'])
  const another = await upload(app.server, ann, fileOf(pdf('Saw'), 'Saw.pdf'))
  await app.file(another, ann, { category: others, facts })
  await answer('soleTrader')
  await expect.poll(labels).toContain('business')
  await app.server.call(undoMerge, { params: { mergeId: body.undo } }, ann)
  expect(await labels()).toEqual(['business'])
  finish()
})
