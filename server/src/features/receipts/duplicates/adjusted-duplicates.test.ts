import { createHash } from 'node:crypto'
import { type Adjustment, api } from '@docketbox/contract'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import type { Person } from '#testing/harness.ts'
import { idOf, startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const { adjustDraft, adjustFile, editFile, list, restoreVersion, splitDraft } = api.receipts
const corners = (left: number, right: number) =>
  [[left, 0.1], [right, 0.1], [right, 0.9], [left, 0.9]] as Adjustment['corners'] // prettier-ignore
const cut = { corners: corners(0.1, 0.6), turns: 0 }

let app: Awaited<ReturnType<typeof startReadingServer>>
let photo: File
let better: File
beforeAll(async () => {
  app = await startReadingServer()
  app.answerWith(() => readingOf({}))
  photo = fileOf(await docketJpeg({ seed: 31 }), 'photo.jpg')
  better = fileOf(await docketJpeg({ seed: 32 }), 'better.jpg')
})

const adjust = (uri: string, person: Person) =>
  app.server.call(adjustDraft, { params: { draftId: idOf(uri) }, body: cut }, person)
const duplicateOf = async (uri: string, person: Person) => (await app.draftOf(uri, person)).duplicateOf

test('a photo that was adjusted before it was filed is recognised when it’s added again, adjusted or not', async () => {
  const ann = await addSubscriber(app.server, 'ann@example.com')
  const first = await upload(app.server, ann, photo)
  await adjust(first, ann)
  const second = await upload(app.server, ann, photo)
  expect(await duplicateOf(first, ann)).toBeUndefined()
  expect(await duplicateOf(second, ann)).toEqual({ reason: 'file', draft: first, receipt: null })
  const receipt = await app.file(first, ann)
  const same = { reason: 'file', draft: null, receipt: receipt._id }
  expect(await duplicateOf(second, ann)).toEqual(same)
  await app.server.call(
    adjustDraft,
    { params: { draftId: idOf(second) }, body: { corners: corners(0, 1), turns: 1 } },
    ann,
  )
  expect(await duplicateOf(second, ann)).toEqual(same)
  const again = await app.file(second, ann)
  expect((await app.show(again, ann)).duplicateOf).toEqual(same)
  const { docs } = (await app.server.call(list, { query: {} }, ann)).body
  expect(docs.map((doc) => doc.duplicateOf)).toEqual([same, undefined])
})

test('a photo of a receipt that’s adjusted, once or twice, is recognised when it’s added again', async () => {
  const bob = await addSubscriber(app.server, 'bob@example.com')
  const { _id, file } = await fileReceipt(app.server, bob, { file: photo })
  const params = { uploadId: _id, fileId: file[0]!._id }
  const same = { reason: 'file', draft: null, receipt: _id }
  await app.server.call(adjustFile, { params, body: cut }, bob)
  await app.server.call(adjustFile, { params, body: { ...cut, turns: 2 } }, bob)
  expect(await duplicateOf(await upload(app.server, bob, photo), bob)).toEqual(same)
  await app.server.call(restoreVersion, { params, body: { version: 2 } }, bob)
  expect(await duplicateOf(await upload(app.server, bob, photo), bob)).toEqual(same)
})

test('a photo that its owner replaced with another file is no duplicate', async () => {
  const cat = await addSubscriber(app.server, 'cat@example.com')
  const { _id, file } = await fileReceipt(app.server, cat, { file: photo })
  const uri = await upload(app.server, cat, better)
  await adjust(uri, cat)
  const params = { uploadId: _id, fileId: file[0]!._id }
  await app.server.call(editFile, { params, body: { uri } }, cat)
  expect(await duplicateOf(await upload(app.server, cat, photo), cat)).toBeUndefined()
  expect(await duplicateOf(await upload(app.server, cat, better), cat)).toMatchObject({ receipt: _id })
})

test('the parts of a split photo are no duplicates of each other', async () => {
  const dan = await addSubscriber(app.server, 'dan@example.com')
  const params = { draftId: idOf(await upload(app.server, dan, photo)) }
  const body = { receipts: [corners(0, 0.5), corners(0.5, 1)] }
  const [left, right] = (await app.server.call(splitDraft, { params, body }, dan)).body.drafts
  expect(await duplicateOf(right!.uri, dan)).toBeUndefined()
  await app.file(left!.uri, dan)
  expect(await duplicateOf(right!.uri, dan)).toBeUndefined()
  expect((await app.show(await app.file(right!.uri, dan), dan)).duplicateOf).toBeUndefined()
})

test('photos that were adjusted and filed before the upgrade are recognised, those that were replaced or split aren’t', async () => {
  const db = await databaseAt('0123_pages_of_blobs')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20');
       insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
       select sha256(name::bytea), 9, 0, '2026-06-20', '2026-06-20' from unnest(array['photo', 'copy', 'other', 'whole', 'left', 'right']) name;
       insert into receipts (id, owner_id, category_id, titles, description, sources, captured_on, created_at, updated_at)
       select gen_random_uuid(), id, '${fuel}', 'docket.jpg', 'Fuel', '{}', '2026-06-20', '2026-06-20', '2026-06-20'
       from users;
       create temporary table files as select gen_random_uuid() as id, n as position from generate_series(0, 3) n;
       insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes, preview,
         created_at, replaced_at)
       select owner_id, receipts.id, files.id, version, files.position, sha256(name::bytea), name, 'image/jpeg', 9, 'image', at::timestamptz,
         replaced::timestamptz
       from receipts, (values (0, 1, 'photo', '2026-06-20', '2026-06-20'), (0, 2, 'copy', '2026-06-20', null),
         (1, 1, 'photo', '2026-06-20', '2026-06-21'), (1, 2, 'other', '2026-06-21', null),
         (2, 1, 'whole', '2026-06-20', '2026-06-20'), (2, 2, 'left', '2026-06-20', null),
         (3, 1, 'whole', '2026-06-20', '2026-06-20'), (3, 2, 'right', '2026-06-20', null)
       ) version (position, version, name, at, replaced) join files using (position)`,
    )
    .execute(db)
  await migrate(db)
  const copies = await db
    .selectFrom('receiptVersions')
    .select(['title', 'originalSha256'])
    .where('originalSha256', 'is not', null)
    .execute()
  expect(copies).toEqual([{ title: 'copy', originalSha256: createHash('sha256').update('photo').digest() }])
})
