import { api, type Input, type Room } from '@docketbox/contract'
import { elsewhere, type Person, startTestServer, type TestServer } from './harness.ts'
import { linkIn } from './outbox.ts'
import { addSubscriber, fileReceipt } from './receipts.ts'

/** In the subjects of mails with a link. Others to the same person may come in between. */
const subject = 'tax records'

type Share = Partial<Input<typeof api.rooms.create>['body']>

/** Shares with someone. @returns the room, and the token of the mailed link. */
export async function share(
  server: TestServer,
  owner: Person,
  { email = 'tax@example.com', years = ['2025-26'], ...more }: Share = {},
): Promise<{ room: Room; token: string }> {
  const past = server.outbox.sent.filter((mail) => mail.to === email && mail.subject.includes(subject)).length
  const { status, body } = await server.call(api.rooms.create, { body: { email, years, ...more } }, owner)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { room: body, token: await linkToken(server, email, past) }
}

/** Asks to share; may be refused. */
export function invite(server: TestServer, owner: Person, more: Share, headers: Record<string, string> = {}) {
  const body = { email: 'x@example.com', years: ['2025-26'], ...more }
  return server.call(api.rooms.create, { body }, owner, headers)
}

/** What an owner shares, including what has ended. */
export async function sharesOf(server: TestServer, owner: Person): Promise<Room[]> {
  return (await server.call(api.rooms.list, {}, owner)).body.docs
}

/** The token of the newest link mailed to an address. */
export async function linkToken(server: TestServer, email: string, past = 0): Promise<string> {
  const mail = await server.outbox.waitFor(email, { subject, past })
  const link = new URL(linkIn(mail, 'http://docketbox.test/room#'))
  return new URLSearchParams(link.hash.slice(1)).get('token')!
}

export function enter(server: TestServer, token: string, passcode?: string) {
  return server.call(api.rooms.enter, { body: { token, passcode } }, undefined, elsewhere())
}

/** Shares with someone who then opens the link. */
export async function addGuest(
  server: TestServer,
  owner: Person,
  options: Share = {},
): Promise<{ room: Room; guest: Person }> {
  const { room, token } = await share(server, owner, options)
  const { body } = await enter(server, token, options.passcode)
  return { room, guest: { id: room._id, email: room.email, role: 'User', token: body.token } }
}

type NewNote = Input<typeof api.rooms.addNote>['body']

/** A reviewed mark about a receipt as a guest sees it now. */
export async function reviewedMark(server: TestServer, guest: Person, receipt: string) {
  const { body } = await server.call(api.receipts.details, { params: { uploadId: receipt } }, guest)
  return { kind: 'reviewed', about: { receipt, known: body.reviewableHash! } } as const
}

/** A server on which Ann shares a receipt of 2025–26 with one guest, and that year and the one before with another. */
export async function startNotesServer() {
  const server = await startTestServer({ TRUST_PROXY: 'true' })
  const ann = await addSubscriber(server, 'ann@example.com')
  const receipt = await fileReceipt(server, ann, { description: 'Ladder', documentDate: '2025-08-01' })
  const { guest } = await addGuest(server, ann)
  const { guest: other } = await addGuest(server, ann, {
    email: 'other@example.com',
    years: ['2024-25', '2025-26'],
  })
  const add = (body: NewNote, person = guest, headers = {}) =>
    server.call(api.rooms.addNote, { body }, person, headers)
  const list = async (query: object, person = guest) =>
    (await server.call(api.rooms.notes, { query }, person)).body.docs
  return { server, ann, guest, other, receipt, add, list, aboutReceipt: { receipt: receipt._id } }
}
