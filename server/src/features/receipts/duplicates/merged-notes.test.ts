import { api, type Receipt } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest, reviewedMark } from '#testing/rooms.ts'

const { mergeDuplicate, undoMerge } = api.receipts
const { addNote, answerNote, notes } = api.rooms

test('a receipt gets the notes of the other one’s guests, but isn’t reviewed because that one was', async () => {
  const server = await startTestServer({ TRUST_PROXY: 'true' })
  const owner = await addSubscriber(server, 'owner@example.com')
  const fileOne = () => fileReceipt(server, owner, { documentDate: '2025-08-01' })
  const [kept, other] = [await fileOne(), await fileOne()]
  const { guest } = await addGuest(server, owner)
  const add = async (note: object, receipt = other) =>
    (await server.call(addNote, { body: { about: { receipt: receipt._id }, ...note } as never }, guest)).body
  const question = await add({ kind: 'request', text: 'Which vehicle?' })
  const reviewed = await add(await reviewedMark(server, guest, other._id))
  const asked = await add({ kind: 'request', text: 'Invoice?' }, kept)
  const params = { noteId: asked._id }
  await server.call(answerNote, { params, body: { receipt: other._id } }, owner)
  const about = async ({ _id }: Receipt) => {
    const { docs } = (await server.call(notes, { query: { receipt: _id } }, guest)).body
    return docs.map((note) => [note._id, note.answerReceipt])
  }
  const before = [await about(kept), await about(other)]
  expect(before).toEqual([[[asked._id, other._id]], [[reviewed._id, null], [question._id, null]]]) // prettier-ignore

  const { body } = await server.call(mergeDuplicate, { body: { into: kept._id, receipt: other._id } }, owner)
  expect(await about(kept)).toEqual([[asked._id, kept._id], [question._id, null]]) // prettier-ignore
  await server.call(undoMerge, { params: { mergeId: body.undo } }, owner)
  expect([await about(kept), await about(other)]).toEqual(before)
})
