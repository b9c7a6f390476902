import { api, commonRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileLocked } from '#testing/database/locks.ts'
import { fileReceipt, fuel, travel, upload } from '#testing/receipts.ts'
import { reviewedMark, startNotesServer } from '#testing/rooms.ts'

const { removeNote } = api.rooms
const { editFacts } = api.receipts

let app: Awaited<ReturnType<typeof startNotesServer>>
beforeAll(async () => {
  app = await startNotesServer()
})

const markOf = (receipt: string) => reviewedMark(app.server, app.guest, receipt)
const review = async (receipt: string) => app.add(await markOf(receipt))
async function edit(uploadId: string, body: Record<string, string | number>) {
  const { status } = await app.server.call(editFacts, { params: { uploadId }, body }, app.ann)
  expect(status).toBe(200)
}

describe('a reviewed mark', () => {
  test('is set once and can be undone', async () => {
    const results = await Promise.all([1, 2].map(() => review(app.receipt._id)))
    expect(new Set(results.map(({ body }) => body._id)).size).toBe(1)
    const { status } = await app.server.call(
      removeNote,
      { params: { noteId: results[0]!.body._id } },
      app.guest,
    )
    expect(status).toBe(200)
  })

  test('shows that its receipt has changed, until it’s changed back or marked again', async () => {
    const { _id: receipt } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const changed = async (person = app.guest) =>
      (await app.list({ receipt }, person)).map(({ hasChanged }) => hasChanged)
    await edit(receipt, { totalCents: 50_00, currency: 'NZD', audCents: 46_00 })
    const { _id: mark } = (await review(receipt)).body
    expect(await changed()).toEqual([false])
    await edit(receipt, { note: 'Paid in cash' })
    expect(await changed()).toEqual([false])
    await edit(receipt, { totalCents: 70_00 })
    expect([await changed(), await changed(app.ann)]).toEqual([[true], [true]])
    await edit(receipt, { totalCents: 50_00 })
    expect(await changed()).toEqual([false])
    await edit(receipt, { audCents: 47_00 })
    expect(await changed()).toEqual([true])
    await edit(receipt, { audCents: 46_00, documentDate: '2025-09-01' })
    expect(await changed()).toEqual([true])
    expect((await review(receipt)).body).toMatchObject({ _id: mark, hasChanged: false })
    expect(await changed()).toEqual([false])
  })

  test('shows that its receipt’s files or category have changed, until they’re changed back', async () => {
    const { _id: receipt, file } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const { _id: other } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const fileId = file[0]!._id
    const { editFile, mergeDuplicate, move, restoreVersion, undoMerge } = api.receipts
    const changeFile = async (body: { uri: string } | { title: string }) =>
      app.server.call(editFile, { params: { uploadId: receipt, fileId }, body }, app.ann)
    const moveTo = (category: string) =>
      app.server.call(move, { params: { uploadId: receipt }, body: { category } }, app.ann)
    const changed = async (person = app.guest) =>
      (await app.list({ receipt }, person)).map(({ hasChanged }) => hasChanged)
    await review(receipt)
    await changeFile({ title: 'Scan' })
    expect(await changed()).toEqual([false])

    await changeFile({ uri: await upload(app.server, app.ann) })
    expect([await changed(), await changed(app.ann)]).toEqual([[true], [true]])
    await app.server.call(
      restoreVersion,
      { params: { uploadId: receipt, fileId }, body: { version: 1 } },
      app.ann,
    )
    expect(await changed()).toEqual([false])

    const { body } = await app.server.call(
      mergeDuplicate,
      { body: { into: receipt, receipt: other } },
      app.ann,
    )
    expect(await changed()).toEqual([true])
    await app.server.call(undoMerge, { params: { mergeId: body.undo } }, app.ann)
    expect(await changed()).toEqual([false])

    await moveTo(travel)
    expect(await changed()).toEqual([true])
    await moveTo(fuel)
    expect(await changed()).toEqual([false])
  })

  test('from before files and categories counted only compares the facts it has', async () => {
    const { _id: receipt } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const { _id: mark } = (await review(receipt)).body
    await sql`update room_notes set reviewed_facts = reviewed_facts - '{category,files,audCents}'::text[]
      where id = ${mark}`.execute(app.server.deps.db)
    const body = { category: travel }
    await app.server.call(api.receipts.move, { params: { uploadId: receipt }, body }, app.ann)
    expect(await app.list({ receipt })).toMatchObject([{ hasChanged: false }])
  })

  test('isn’t set, or set again, for a receipt that has changed since the guest opened it', async () => {
    const { _id: receipt, file } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const message = 'This receipt has changed since you opened it. Check it, then mark it as reviewed.'
    const refused = { status: 409, body: { code: commonRefusals.changed.code, message } }
    await edit(receipt, { totalCents: 100_00 })
    const first = await markOf(receipt)
    await edit(receipt, { totalCents: 1_000_00 })
    expect(await app.add(first)).toMatchObject(refused)
    expect(await app.list({ receipt })).toEqual([])
    const second = await markOf(receipt)
    expect(await app.add(second)).toMatchObject({ status: 201, body: { hasChanged: false } })

    const params = { uploadId: receipt, fileId: file[0]!._id }
    const body = { uri: await upload(app.server, app.ann) }
    await app.server.call(api.receipts.editFile, { params, body }, app.ann)
    expect(await app.add(second)).toMatchObject(refused)
    expect(await app.list({ receipt })).toMatchObject([{ hasChanged: true }])
    expect(await review(receipt)).toMatchObject({ status: 201, body: { hasChanged: false } })
  })

  test('is set although the owner has written a note since the guest opened the receipt', async () => {
    const { _id: receipt } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const mark = await markOf(receipt)
    await edit(receipt, { note: 'Paid in cash' })
    expect(await app.add(mark)).toMatchObject({ status: 201, body: { hasChanged: false } })
  })

  test('shows a change that’s made while it’s being set', async () => {
    const { _id: receipt } = await fileReceipt(app.server, app.ann, { documentDate: '2025-08-01' })
    const mark = await markOf(receipt)
    const changing = sql`with locked as (select id from receipts where id = ${receipt} for update)
      update receipts set total_cents = 1234 from locked where receipts.id = locked.id`
    const [marked] = await whileLocked(app.server.deps.db, changing, [() => app.add(mark)])
    expect(marked).toMatchObject({ status: 201 })
    expect(await app.list({ receipt })).toMatchObject([{ hasChanged: true }])
  })
})
