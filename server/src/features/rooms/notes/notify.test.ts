import { MINUTE_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'
import { mailAboutNotes } from './notify.ts'

const { rooms } = api
const run = { id: 'run', attempt: 1, isLast: true, signal: new AbortController().signal }

let server: TestServer
let start: Date
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(() => {
  start = new Date()
  server.setNow(start)
})

const waitMinutes = (minutes: number) => server.setNow(new Date(start.getTime() + minutes * MINUTE_MS))

/** A room of an owner and a guest whose addresses begin with a name. */
async function openRoom(name: string) {
  const owner = await addSubscriber(server, `${name}@example.com`)
  const { room, guest } = await addGuest(server, owner, { email: `${name}+tax@example.com` })
  const about = { incomeYear: '2025-26' }
  const ask = async (text = 'Any more?') =>
    (await server.call(rooms.addNote, { body: { kind: 'request', about, text } }, guest)).body._id
  const answer = (noteId: string) =>
    server.call(rooms.answerNote, { params: { noteId }, body: { text: 'No.' } }, owner)
  const atTheEnd = (side: 'owner' | 'guest') =>
    mailAboutNotes.handler(server.deps, { roomId: room._id, side }, run)
  // As the screen does, which marks the receipts that have notes.
  const lookAround = async () => {
    await server.call(api.receipts.search, { query: about }, guest)
    await server.call(rooms.notes, { query: about }, guest)
  }
  return { owner, guest, room, about, ask, answer, lookAround, atTheEnd }
}

/** How many mails about a question or an answer someone got, once another mail has come after them. */
async function mailsTo({ email }: Pick<Person, 'email'>) {
  const { ask, owner } = await openRoom(`last-${crypto.randomUUID()}`)
  await ask()
  await server.outbox.waitFor(owner.email, { subject: 'has a question' })
  return server.outbox.sent.filter(({ to, subject }) => to === email && /question/.test(subject)).length
}

test('each side of a share that’s asked and answered steadily is mailed once an hour', async () => {
  const { owner, guest, ask, answer } = await openRoom('steady')
  for (const minutes of [0, 50, 100, 150]) {
    waitMinutes(minutes)
    await answer(await ask())
  }
  expect(await mailsTo(owner)).toBe(2)
  expect(await mailsTo(guest)).toBe(2)
})

test('a guest who deletes a question and asks again mails the owner once an hour', async () => {
  const { owner, guest, ask } = await openRoom('pestered')
  for (let time = 0; time < 7; time++) {
    const params = { noteId: await ask() }
    await server.call(rooms.removeNote, { params }, guest)
  }
  expect(await mailsTo(owner)).toBe(1)
})

test('what’s asked and answered within the hour is mailed when it’s over', async () => {
  // Before now, because the queue runs what's due by the clock of the database.
  waitMinutes(-180)
  const { owner, guest, ask, answer } = await openRoom('later')
  const first = await ask('Which car?')
  waitMinutes(-170)
  const second = await ask('Which phone?')
  await server.outbox.waitFor(owner.email, { subject: 'has a question', past: 1 })
  waitMinutes(-150)
  await answer(first)
  waitMinutes(-140)
  await answer(second)
  const mail = server.outbox.waitFor(guest.email, { subject: 'has answered your question', past: 1 })
  expect((await mail).text).toContain('http://docketbox.test/room#')
})

test('no one is mailed about what has been answered or read by the end of the hour, or once the share has ended', async () => {
  const { owner, guest, room, about, ask, answer, lookAround, atTheEnd } = await openRoom('done')
  const first = await ask()
  waitMinutes(10)
  const [second, third] = [await ask(), await ask()]
  await answer(first)
  waitMinutes(19)
  await lookAround()
  waitMinutes(20)
  await answer(second)
  waitMinutes(21)
  await server.call(rooms.notes, { query: { ...about, read: 'true' } }, guest)
  waitMinutes(60)
  await atTheEnd('guest')
  await server.call(api.rooms.revoke, { params: { roomId: room._id } }, owner)
  await atTheEnd('owner')
  await server.call(api.rooms.restore, { params: { roomId: room._id } }, owner)
  await answer(third)
  await atTheEnd('owner')
  expect(await mailsTo(owner)).toBe(1)
  expect(await mailsTo(guest)).toBe(1)
})

test('a guest who has only looked at receipts is mailed about an answer at the end of the hour', async () => {
  const { guest, ask, answer, lookAround, atTheEnd } = await openRoom('around')
  const [first, second] = [await ask(), await ask()]
  await answer(first)
  waitMinutes(20)
  await answer(second)
  waitMinutes(40)
  await lookAround()
  waitMinutes(60)
  await atTheEnd('guest')
  expect(await mailsTo(guest)).toBe(2)
})
