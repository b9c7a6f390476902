import { api, roomRefusals } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { addGuest, enter, linkToken, sharesOf } from '#testing/rooms.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const { rooms } = api

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
})
beforeEach(() => server.setNow(NOW))

const extend = (roomId: string, until: string, person = ann) =>
  server.call(rooms.extend, { params: { roomId }, body: { until } }, person)
const isIn = async (guest: Person) => (await server.call(rooms.current, {}, guest)).status

describe('a share that’s extended', () => {
  test('stays open for the guest who’s in it, with what they wrote', async () => {
    const { room, guest } = await addGuest(server, ann, { email: 'in@example.com', until: '2026-11-22' })
    const body = { kind: 'comment', about: { incomeYear: '2025-26' }, text: 'Nearly done.' } as const
    await server.call(rooms.addNote, { body }, guest)
    expect((await extend(room._id, '2027-03-31')).body).toMatchObject({
      until: '2027-03-31',
      status: 'active',
    })
    server.setNow(new Date('2026-11-22T13:00:00Z'))
    expect((await server.call(rooms.current, {}, guest)).body).toMatchObject({ until: '2027-03-31' })
    const notes = await server.call(rooms.notes, { query: {} }, guest)
    expect(notes.body.docs).toMatchObject([{ text: 'Nearly done.' }])
  })

  test('opens again if it has expired', async () => {
    const { room } = await addGuest(server, ann, { email: 'over@example.com', until: '2026-11-22' })
    const later = server.later(1)
    server.setNow(later)
    const owner = await server.signIn(ann)
    expect((await extend(room._id, '2026-11-22', owner)).status).toBe(400)
    expect((await extend(room._id, '2026-12-24', owner)).body).toMatchObject({ status: 'active' })
    await server.call(rooms.sendLink, { params: { roomId: room._id } }, owner)
    expect((await enter(server, await linkToken(server, 'over@example.com', 1))).status).toBe(200)
  })

  test('can end earlier, too, which shuts its guest out', async () => {
    const { room, guest } = await addGuest(server, ann, { email: 'early@example.com' })
    await extend(room._id, '2026-11-22')
    expect(await isIn(guest)).toBe(200)
    server.setNow(new Date('2026-11-22T13:00:00Z'))
    expect(await isIn(guest)).toBe(401)
  })

  test.each(['2026-11-21', '2028-11-23', 'tomorrow'])('can’t last until %s', async (until) => {
    const { room } = await addGuest(server, ann, { email: `${until}@example.com` })
    const { status, body } = await extend(room._id, until)
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { until: expect.any(String) } } })
  })

  test('is in the audit log once, without whom it’s with', async () => {
    const owner = await addSubscriber(server, 'logged@example.com')
    const { room } = await addGuest(server, owner, { email: 'whom@example.com' })
    for (let time = 0; time < 2; time++) await extend(room._id, '2027-01-31', owner)
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    const { body } = await server.call(api.admin.listAudit, { query: { email: owner.email } }, chief)
    const extended = body.docs.filter(({ action }) => action === 'rooms.extend')
    expect(extended).toMatchObject([{ details: { until: '2027-01-31' } }])
    expect(JSON.stringify(body)).not.toContain('whom@')
  })
})

test('a share that’s revoked or someone else’s can’t be extended', async () => {
  const { room } = await addGuest(server, ann, { email: 'revoked@example.com' })
  const eve = await server.addUser('eve@example.com')
  expect((await extend(room._id, '2027-01-31', eve)).status).toBe(404)
  await server.call(rooms.revoke, { params: { roomId: room._id } }, ann)
  expect(await extend(room._id, '2027-01-31')).toMatchObject({
    status: 409,
    body: { code: roomRefusals.ended.code },
  })
  expect((await sharesOf(server, ann)).find(({ _id }) => _id === room._id)).toMatchObject({
    status: 'revoked',
  })
})
