import { createHash } from 'node:crypto'
import { type Adjustment, api, type Receipt, receiptRefusals } from '@docketbox/contract'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, travel, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const { adjustDraft, discardDraft, draftFile, drafts, editDraft, splitDraft, unfile } = api.receipts
const { editFacts, editLabel, mergeDuplicate, remove, search, setLastClaim, undoMerge } = api.receipts

let app: Awaited<ReturnType<typeof startReadingServer>>
let ann: Person
beforeAll(async () => {
  app = await startReadingServer()
  ann = await addSubscriber(app.server, 'ann@example.com')
})
beforeEach(() =>
  app.answerWith((content) =>
    readingOf(content.includes('Shell') ? { supplier: 'Shell', totalCents: 6_820, gstCents: 620 } : {}),
  ),
)

const merge = (into: Receipt, other: { draft: string } | { receipt: string }, person = ann) =>
  app.server.call(mergeDuplicate, { body: { into: into._id, ...other } }, person)
const takeBack = (mergeId: string, person = ann) =>
  app.server.call(undoMerge, { params: { mergeId } }, person)
const fileNamed = async (name: string, more: object = {}) =>
  app.file(await upload(app.server, ann, fileOf(pdf(name), `${name}.pdf`)), ann, more)
const asShown = async (receipt: Receipt) => {
  const { facts, label, lastClaimedYear, file, deletedAt, inYearSince } = await app.show(receipt, ann)
  const titles = file.map(({ title }) => title)
  return { facts, label, lastClaimedYear, titles, isDeleted: deletedAt !== null, inYearSince }
}

test('a receipt gets another one’s files and missing details', async () => {
  const kept = await fileNamed('Front', { facts: { supplier: 'Shell Dubbo', totalCents: 6_820 } })
  const other = await fileNamed('Back', {
    category: travel,
    description: 'Client visit',
    facts: { supplier: 'Shell', documentDate: '2026-03-03', note: 'With Mia' },
  })
  const params = { uploadId: other._id }
  const label = { confirmed: 'D2', answers: { trip: 'work' } } as const
  await app.server.call(editLabel, { params, body: label }, ann)
  await app.server.call(setLastClaim, { params, body: { incomeYear: '2028-29' } }, ann)
  const before = [await asShown(kept), await asShown(other)]
  const { body, status } = await merge(kept, { receipt: other._id })
  expect(status).toBe(200)
  expect(body.receipt).toMatchObject({
    category: kept.category,
    description: 'Client visit',
    facts: { supplier: 'Shell Dubbo', totalCents: 6_820, documentDate: '2026-03-03', note: 'With Mia' },
    label: { confirmed: 'D2' },
    lastClaimedYear: '2028-29',
  })
  expect(body.receipt.file.map(({ title }) => title)).toEqual(['Front.pdf', 'Back.pdf'])
  expect(await asShown(other)).toMatchObject({ isDeleted: true })
  const found = await app.server.call(search, { query: { q: 'back.pdf' } }, ann)
  expect(found.body.docs.map(({ _id }) => _id)).toEqual([kept._id])

  expect((await merge(kept, { receipt: other._id })).body).toEqual(body)
  expect((await takeBack(body.undo)).status).toBe(200)
  expect([await asShown(kept), await asShown(other)]).toEqual(before)
  expect((await app.show(kept, ann)).updatedAt).toBe(kept.updatedAt)
  const repeated = await takeBack(body.undo)
  // Its pages may have been counted since.
  const files = kept.file.map(({ _id, title }) => ({ _id, title }))
  expect(repeated.body).toMatchObject({ _id: kept._id, file: files })
  expect([await asShown(kept), await asShown(other)]).toEqual(before)

  const again = await merge(kept, { receipt: other._id })
  expect(again.body.receipt.file).toHaveLength(2)
  expect(await takeBack(body.undo)).toMatchObject({ status: 404 })
})

test('a receipt without an amount gets one in another currency, until that’s undone', async () => {
  const kept = await fileNamed('Docket')
  const facts = { totalCents: 4_000, currency: 'USD', audCents: 6_120 }
  const other = await fileNamed('Statement', { facts })
  const before = await asShown(kept)
  const { body } = await merge(kept, { receipt: other._id })
  expect(body.receipt).toMatchObject({ facts, spentCents: 6_120 })
  await takeBack(body.undo)
  expect(await asShown(kept)).toEqual(before)
})

test('a receipt gets an upload as a further page and keeps its details when that is read', async () => {
  const kept = await fileNamed('Page one', { facts: { supplier: 'Shell Dubbo' } })
  const uri = await upload(app.server, ann, fileOf(pdf('Shell page two'), 'two.pdf'))
  await app.read(uri, ann)
  const edit = { supplier: 'Shell', date: '2026-03-03' }
  await app.server.call(editDraft, { params: { draftId: idOf(uri) }, body: edit }, ann)
  const { body } = await merge(kept, { draft: idOf(uri) })
  expect(body.receipt.facts).toMatchObject({
    supplier: 'Shell Dubbo',
    documentDate: '2026-03-03',
    totalCents: 6_820,
    gstCents: 620,
  })
  expect(body.receipt.sources).toMatchObject({ supplier: 'typed', totalCents: 'read' })
  expect((await app.server.call(drafts, { query: {} }, ann)).body.docs).toEqual([])
  expect((await merge(kept, { draft: idOf(uri) })).body.undo).toBe(body.undo)

  await takeBack(body.undo)
  expect(await asShown(kept)).toMatchObject({ titles: ['Page one.pdf'], facts: { totalCents: null } })
  const { docs } = (await app.server.call(drafts, { query: {} }, ann)).body
  expect(docs.map((draft) => draft.uri)).toEqual([uri])
  expect((await app.server.call(unfile, { body: { receipts: [kept._id] } }, ann)).status).toBe(200)
})

type Corners = Adjustment['corners']
const left = [[0, 0], [0.5, 0], [0.5, 1], [0, 1]] as Corners // prettier-ignore
const right = [[0.5, 0], [1, 0], [1, 1], [0.5, 1]] as Corners // prettier-ignore

test.each<[string, (draftId: string) => Promise<string>]>([
  [
    'a straightened upload',
    async (draftId) => {
      await app.server.call(adjustDraft, { params: { draftId }, body: { corners: left, turns: 0 } }, ann)
      return draftId
    },
  ],
  [
    'a part of a split picture',
    async (draftId) => {
      const body = { receipts: [left, right] }
      const split = await app.server.call(splitDraft, { params: { draftId }, body }, ann)
      return idOf(split.body.drafts[0]!.uri)
    },
  ],
])('%s is merged with its original as the first version', async (_, change) => {
  const kept = await fileNamed('Front page')
  const photo = await docketJpeg({ width: 400, height: 300 })
  const draft = await change(idOf(await upload(app.server, ann, fileOf(photo, 'back.jpg'))))
  const { body } = await merge(kept, { draft })
  const { versions } = await app.show(kept, ann)
  const added = versions.filter(({ file }) => file === body.receipt.file[1]!._id)
  expect(added.map(({ version, replacedAt }) => [version, replacedAt === null])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(added[1]!.sha256).toBe(createHash('sha256').update(photo).digest('hex'))

  await takeBack(body.undo)
  expect((await app.show(kept, ann)).versions).toHaveLength(1)
  expect((await app.draftOf(`draft:${draft}`, ann)).adjustedAt).toBeDefined()
  const query = { original: 'true' } as const
  const original = await app.server.call(draftFile, { params: { draftId: draft }, query }, ann)
  expect(original.body.equals(photo)).toBe(true)
})

test('undoing keeps what was read off the receipt’s own files meanwhile', async () => {
  const { promise: mayRead, resolve: read } = Promise.withResolvers<void>()
  app.answerWith(async (content) => {
    await mayRead
    const isOwn = content.includes('Read late')
    return readingOf(isOwn ? { documentDate: '2026-03-03', totalCents: 6_820 } : { supplier: 'Ampol' })
  })
  const kept = await fileNamed('Read late', { facts: { note: 'Mine' } })
  const other = await fileNamed('Second page')
  const { body } = await merge(kept, { receipt: other._id })
  read()
  const merged = await app.afterReading(kept, ann)
  expect(merged.facts).toMatchObject({ supplier: 'Ampol', documentDate: '2026-03-03', totalCents: 6_820 })
  expect((await takeBack(body.undo)).status).toBe(200)
  const shown = await app.show(kept, ann)
  expect(shown).toMatchObject({
    incomeYear: '2025-26',
    facts: { supplier: null, documentDate: '2026-03-03', totalCents: 6_820, note: 'Mine' },
    updatedAt: kept.updatedAt,
  })
  expect(shown.sources).toEqual({ ...kept.sources, documentDate: 'read', totalCents: 'read' })
})

test('a merge can’t be undone once the receipt has changed', async () => {
  const [kept, other] = [await fileNamed('Changed'), await fileNamed('Changed too')]
  const { body } = await merge(kept, { receipt: other._id })
  const params = { uploadId: kept._id }
  await app.server.call(editFacts, { params, body: { note: 'Two pages' } }, ann)
  const refused = await takeBack(body.undo)
  expect(refused).toMatchObject({ status: 409, body: { code: receiptRefusals.cannotUnmerge.code } })
  expect((await asShown(kept)).titles).toHaveLength(2)
})

test.each<[string, (kept: Receipt, other: Receipt) => Promise<{ status: number; body: object }>, number]>([
  ['itself', (kept) => merge(kept, { receipt: kept._id }), 400],
  ['one that doesn’t exist', (kept) => merge(kept, { receipt: kept.file[0]!._id }), 404],
  [
    'one in the bin',
    async (kept, other) => {
      await app.server.call(remove, { params: { uploadId: other._id } }, ann)
      return merge(kept, { receipt: other._id })
    },
    409,
  ],
  [
    'another owner’s',
    async (kept, other) =>
      merge(kept, { receipt: other._id }, await addSubscriber(app.server, 'bob@example.com')),
    404,
  ],
])('a receipt can’t be merged with %s', async (_, act, status) => {
  const [kept, other] = [await fileNamed('Kept'), await fileNamed('Other')]
  expect((await act(kept, other)).status).toBe(status)
  expect((await asShown(kept)).titles).toEqual(['Kept.pdf'])
})

test('a receipt can have at most 20 files, in any way', async () => {
  const uris = await Promise.all(
    Array.from({ length: 20 }, (_, n) => upload(app.server, ann, fileOf(pdf(`Many ${n}`)))),
  )
  const kept = await app.file(uris[0]!, ann, { file: uris.map((uri) => ({ uri })) })
  const other = await fileNamed('One too many')
  expect(await merge(kept, { receipt: other._id })).toMatchObject({
    status: 409,
    body: { code: receiptRefusals.tooManyFiles.code },
  })
  expect(await asShown(other)).toMatchObject({ isDeleted: false })
})

test('two tabs that choose differently leave one of both outcomes, whole', async () => {
  const [kept, other] = [await fileNamed('Tab one'), await fileNamed('Tab two')]
  const outcomes = await Promise.all([
    merge(kept, { receipt: other._id }),
    merge(other, { receipt: kept._id }),
    merge(kept, { receipt: other._id }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(
    outcomes[1]!.status === 200 ? [200, 409, 409] : [200, 200, 409],
  )
  const both = [await asShown(kept), await asShown(other)]
  expect(both.filter(({ isDeleted }) => isDeleted)).toHaveLength(1)
  expect(both.find(({ isDeleted }) => !isDeleted)!.titles).toHaveLength(2)

  const uri = await upload(app.server, ann, fileOf(pdf('Both tabs'), 'both.pdf'))
  const third = await fileNamed('Third')
  const [merged, discarded] = await Promise.all([
    merge(third, { draft: idOf(uri) }),
    app.server.call(discardDraft, { params: { draftId: idOf(uri) } }, ann),
  ])
  // What was discarded can still be added, but what was added can't be discarded.
  expect([merged.status, discarded.status]).toEqual([200, discarded.status === 200 ? 200 : 409])
  expect((await asShown(third)).titles).toEqual(['Third.pdf', 'both.pdf'])
})
