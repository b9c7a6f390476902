import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { enter, share } from '#testing/rooms.ts'

const { rooms, auth, profile, admin } = api
let server: TestServer
let owner: Person
let chief: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  owner = await addSubscriber(server, 'owner@example.com')
  chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
})

const statusIn = async (guest: Person) => (await server.call(rooms.current, {}, guest)).status
async function enterAs(accountant: Person, roomId: string): Promise<Person> {
  const { body } = await server.call(rooms.enterAsClient, { params: { roomId }, body: {} }, accountant)
  return { ...accountant, token: body.token }
}

async function resetPassword({ email }: Person): Promise<void> {
  await server.call(auth.forgetPassword, { body: { email } }, undefined, elsewhere())
  const mail = await server.outbox.waitFor(email, { subject: 'Choose a new password' })
  const { hash } = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
  const token = new URLSearchParams(hash.slice(1)).get('token')!
  const body = { email, token, password: 'a brand new wombat' }
  await server.call(auth.resetPassword, { body }, undefined, elsewhere())
}

test.each<[string, (accountant: Person) => Promise<unknown>]>([
  ['logs out', (accountant) => server.call(auth.signOut, {}, accountant)],
  ['resets their password', resetPassword],
  [
    'is suspended',
    ({ id: userId }) =>
      server.call(admin.setStatus, { params: { userId }, body: { isSuspended: true } }, chief),
  ],
])('a client’s room closes when the accountant %s', async (action, end) => {
  const accountant = await server.addUser(`${action.replaceAll(' ', '-')}@example.com`)
  const { room } = await share(server, owner, { email: accountant.email })
  const guest = await enterAs(accountant, room._id)
  expect(await statusIn(guest)).toBe(200)
  await end(accountant)
  expect(await statusIn(guest)).toBe(401)
})

test('logging out other devices closes the rooms opened there, and no others', async () => {
  const here = await server.addUser('devices@example.com')
  const there = await server.signIn(here)
  const { room, token } = await share(server, owner, { email: here.email })
  const [guestHere, guestThere] = [await enterAs(here, room._id), await enterAs(there, room._id)]
  const withLink = { ...here, token: (await enter(server, token)).body.token }
  await server.call(profile.endOtherSessions, {}, here)
  expect(await statusIn(guestThere)).toBe(401)
  expect(await statusIn(guestHere)).toBe(200)
  expect(await statusIn(withLink)).toBe(200)
})
