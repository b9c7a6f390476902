import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { fileReceipt, meal, training } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

const { receipts, years } = api
const incomeYear = '2025-26'
const none = { edited: 0, removed: 0, inBin: 0 }
const edited = { ...none, edited: 1 }
const gone = { ...none, removed: 1 }
const deleted = { ...gone, inBin: 1 }
const course = {
  categoryId: training,
  labelSuggested: 'D4',
  documentDate: '2025-09-01',
  totalCents: 89_00,
  createdAt: new Date('2026-08-01T02:00:00Z'),
}

let server: TestServer
let ann: Person
let id: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
/** A receipt of 2025-26, whose return is lodged on 10 August. */
beforeEach(async () => {
  server.setNow(new Date('2026-09-01T02:00:00Z'))
  ann = await server.addUser(`ann${++count}@example.com`)
  id = await insert()
  await lodge(null)
})

/** Noon in Sydney on a day, after logging in again. */
async function at(day: string) {
  server.setNow(new Date(`${day}T02:00:00Z`))
  ann = await server.signIn(ann)
}
const lodge = (amendedOn: string | null, of = incomeYear) =>
  server.call(
    years.recordLodgedReturn,
    { params: { incomeYear: of }, body: { lodgedOn: '2026-08-10', via: 'myTax', amendedOn } },
    ann,
  )
const changed = async (of = incomeYear) => (await yearOf(server, ann, of)).receiptsChangedSinceLodged

const edit = (body: object, uploadId = id) =>
  server.call(receipts.editFacts, { params: { uploadId }, body }, ann)
const label = (confirmed: 'D4' | 'D5' | 'private' | null, uploadId = id) =>
  server.call(receipts.editLabel, { params: { uploadId }, body: { confirmed } }, ann)
const move = (category: string) =>
  server.call(receipts.move, { params: { uploadId: id }, body: { category } }, ann)
const moveMany = (category: string) =>
  server.call(receipts.bulk, { body: { ids: [id], action: { type: 'move', category } } }, ann)
const claimUntil = (incomeYear: string | null) =>
  server.call(receipts.setLastClaim, { params: { uploadId: id }, body: { incomeYear } }, ann)
const remove = (uploadId = id) => server.call(receipts.remove, { params: { uploadId } }, ann)
const restore = () => server.call(receipts.restore, { params: { uploadId: id } }, ann)
const insert = (row: object = {}) => insertReceipt(server, ann, { ...course, ...row })

describe('after a return was lodged', () => {
  type Step = () => Promise<unknown>
  test.each<[string, Step, object, Step]>([
    ['an amount', () => edit({ totalCents: 98_00 }), edited, () => edit({ totalCents: 89_00 })],
    ['no amount any more', () => edit({ totalCents: null }), edited, () => edit({ totalCents: 89_00 })],
    ['work use', () => edit({ workUsePercent: 50 }), edited, () => edit({ workUsePercent: null })],
    ['what was paid back', () => edit({ isReimbursed: true }), edited, () => edit({ isReimbursed: false })],
    ['a label', () => label('D5'), edited, () => label('D4')],
    ['a label that makes it private', () => label('private'), edited, () => label(null)],
    ['a category', () => move(meal), edited, () => move(training)],
    ['a category of many', () => moveMany(meal), edited, () => moveMany(training)],
    ['the last year of an asset', () => claimUntil('2027-28'), edited, () => claimUntil(null)],
    ['a date in another year', () => edit({ paidDate: '2026-07-01' }), gone, () => edit({ paidDate: null })],
    ['a deleted receipt', remove, deleted, restore],
  ])('%s counts as changed, until it’s changed back', async (_, change, counts, undo) => {
    expect(await changed()).toEqual(none)
    await change()
    expect(await changed()).toEqual(counts)
    await at('2026-09-03')
    await undo()
    expect(await changed()).toEqual(none)
  })

  test('changes that don’t affect its claims don’t count', async () => {
    const unpaid = await insert({ totalCents: null })
    const lunch = await insert({ categoryId: meal, labelSuggested: 'private' })
    await edit({ description: 'Course', note: 'With Kim', totalCents: 89_00 })
    await label('D4')
    await remove(unpaid)
    await label('private', lunch)
    expect(await changed()).toEqual(none)
  })

  test('an amount that was missing counts, in the return of its year only', async () => {
    const late = await insert({ totalCents: null })
    const current = await insert({ documentDate: '2026-07-20' })
    await edit({ totalCents: 12_00 }, late)
    await edit({ totalCents: 13_00 }, current)
    expect(await changed()).toEqual(edited)
    expect(await changed('2026-27')).toEqual(none)
  })

  test('receipts that came later are new, not changed', async () => {
    const added = await insert({ createdAt: server.deps.now() })
    const moved = await insert({ documentDate: '2026-07-02' })
    await edit({ documentDate: '2026-06-29' }, moved)
    await at('2026-09-03')
    for (const uploadId of [added, moved]) await edit({ totalCents: 98_00 }, uploadId)
    await remove(added)
    expect(await yearOf(server, ann, incomeYear)).toMatchObject({
      addedSinceLodged: 1,
      receiptsChangedSinceLodged: none,
    })
  })

  test('what was edited is marked and found', async () => {
    await at('2026-08-01')
    await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, ann)
    const { _id: course } = await fileReceipt(server, ann)
    await at('2026-08-02')
    await edit({ documentDate: '2025-09-01', totalCents: 89_00 }, course)
    await at('2026-09-01')
    const isMarked = async (uploadId: string) =>
      (await server.call(receipts.details, { params: { uploadId } }, ann)).body.hasChangedSinceLodged
    const find = async (query: object) => {
      const { body } = await server.call(
        receipts.search,
        { query: { ...query, changed: 'sinceLodged' } },
        ann,
      )
      return body.docs.map(({ _id }) => _id)
    }
    await remove()
    await edit({ totalCents: 98_00 }, course)
    expect(await isMarked(course)).toBe(true)
    for (const [query, found] of [
      [{}, [course]],
      [{ incomeYear }, [course]],
      [{ incomeYear: '2024-25' }, []],
    ])
      expect(await find(query!)).toEqual(found)
    await edit({ totalCents: 89_00 }, course)
    expect([await isMarked(course), await find({})]).toEqual([undefined, []])
  })

  test('many changed at once count, until that’s undone', async () => {
    const ids = [id, await insert()]
    for (const action of [{ type: 'workUse', workUsePercent: 50 }, { type: 'delete' }] as const) {
      const { body } = await server.call(receipts.bulk, { body: { ids, action } }, ann)
      expect(await changed()).toEqual(
        action.type === 'delete' ? { edited: 0, removed: 2, inBin: 2 } : { ...none, edited: 2 },
      )
      await server.call(receipts.undoBulk, { params: { changeId: body.undo! } }, ann)
      expect(await changed()).toEqual(none)
    }
  })

  test('merging duplicates counts if both had an amount', async () => {
    const [copy, photo] = [await insert(), await insert({ totalCents: null })]
    const merge = async (into: string, receipt: string) =>
      (await server.call(receipts.mergeDuplicate, { body: { into, receipt } }, ann)).body.undo
    const undo = (mergeId: string) => server.call(receipts.undoMerge, { params: { mergeId } }, ann)
    const merged = await merge(id, copy)
    expect(await changed()).toEqual(deleted)
    await undo(merged)
    expect(await changed()).toEqual(none)
    const filled = await merge(photo, id)
    expect(await changed()).toEqual(none)
    await undo(filled)
    expect(await changed()).toEqual(none)
  })

  test('only changes since it was amended count', async () => {
    await edit({ totalCents: 98_00 })
    expect(await changed()).toEqual(edited)
    await lodge('2026-09-01')
    expect(await changed()).toEqual(none)
    await at('2026-09-02')
    await edit({ totalCents: 89_00 })
    expect(await changed()).toEqual(edited)
  })

  test('a receipt that’s deleted for good counts until its year needn’t be kept', async () => {
    await remove()
    const deletion = { params: { uploadId: id }, body: { isConfirmed: true } }
    await server.call(receipts.deletePermanently, deletion, ann)
    expect(await changed()).toEqual(gone)
    await at('2033-01-01')
    expect(await changed()).toEqual(none)
  })
})

test('changes before a return was lodged don’t count, even if it’s recorded later', async () => {
  const older = await insert({ documentDate: '2024-09-01' })
  await at('2026-08-10')
  await edit({ totalCents: 70_00 }, older)
  await at('2026-09-05')
  await lodge(null, '2024-25')
  expect(await changed('2024-25')).toEqual(none)
  await edit({ totalCents: 60_00 }, older)
  expect(await changed('2024-25')).toEqual(edited)
  await edit({ totalCents: 70_00 }, older)
  expect(await changed('2024-25')).toEqual(none)
})

describe('a label that we suggest differently', () => {
  /** Has labels suggested again for how the owner earns, and waits until they're stored. */
  async function suggestFor(work: 'employee' | 'soleTrader', suggested: string, uploadId = id) {
    await server.call(receipts.updateTaxProfile, { body: { work, from: null } }, ann)
    const { db } = server.deps
    const stored = db.selectFrom('receipts').select('labelSuggested').where('id', '=', uploadId)
    await expect.poll(() => stored.execute()).toEqual([{ labelSuggested: suggested }])
  }

  test('isn’t a change by the owner, even after an amount was changed and changed back', async () => {
    await suggestFor('soleTrader', 'business')
    expect(await changed()).toEqual(none)
    await suggestFor('employee', 'D4')
    const asset = await insert({ lastClaimedYear: 2028 })
    for (const totalCents of [98_00, 89_00]) await edit({ totalCents }, asset)
    await suggestFor('soleTrader', 'business')
    expect(await changed()).toEqual(none)
    await edit({ totalCents: 98_00 }, asset)
    expect(await changed()).toEqual(edited)
    await edit({ totalCents: 89_00 }, asset)
    expect(await changed()).toEqual(none)
  })

  test('isn’t one for what seemed private', async () => {
    const lunch = await insert({ categoryId: meal, labelSuggested: 'private' })
    for (const totalCents of [98_00, 89_00]) await edit({ totalCents }, lunch)
    // As if our rules had changed.
    await server.deps.db
      .updateTable('receipts')
      .set({ categoryId: training })
      .where('id', '=', lunch)
      .execute()
    await suggestFor('employee', 'D4', lunch)
    expect(await changed()).toEqual(none)
  })

  test('leaves a label that the owner had confirmed', async () => {
    await label('D4')
    for (const totalCents of [98_00, 89_00]) await edit({ totalCents })
    await suggestFor('soleTrader', 'business')
    expect(await changed()).toEqual(none)
  })
})
