import { api, roomRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { duringChange } from '#testing/database/locks.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { enter, linkToken, share, sharesOf } from '#testing/rooms.ts'

const { rooms } = api
let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  owner = await addSubscriber(server, 'owner@example.com')
})

describe('a link that was passed on', () => {
  const opened = async (token: string) => (await enter(server, token)).status
  const setUp = async (email: string) => {
    const { room, token } = await share(server, owner, { email })
    return { params: { roomId: room._id }, token }
  }

  test('doesn’t work any more once the owner sends a new one', async () => {
    const { params, token } = await setUp('leaked@example.com')
    await server.call(rooms.sendLink, { params }, owner)
    expect(await opened(token)).toBe(403)
    expect(await opened(await linkToken(server, 'leaked@example.com', 1))).toBe(200)
  })

  test('stays used up when the share is revoked and restored, but a new one can be mailed to its address', async () => {
    const { params, token } = await setUp('undone@example.com')
    await server.call(rooms.revoke, { params }, owner)
    await server.call(rooms.restore, { params }, owner)
    expect(await opened(token)).toBe(403)
    expect((await server.call(rooms.requestLink, { body: { token } }, undefined, elsewhere())).status).toBe(
      202,
    )
    expect(await opened(await linkToken(server, 'undone@example.com', 1))).toBe(200)
  })
})

describe('a share that’s revoked while someone enters it', () => {
  test('is closed to a link, even once the share is restored', async () => {
    const { room, token } = await share(server, owner, { email: 'tax@example.com' })
    const params = { roomId: room._id }
    const revoke = () => server.call(rooms.revoke, { params }, owner)
    const answer = await duringChange(server.deps, revoke, () => enter(server, token))
    expect(answer.body).toMatchObject({ code: roomRefusals.accessEnded.code })
    await server.call(rooms.restore, { params }, owner)
    expect((await sharesOf(server, owner))[0]).toMatchObject({ firstOpenedAt: null, status: 'active' })
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.badLink.code })
  })

  test('is closed to a client list', async () => {
    const accountant = await server.addUser('accountant@example.com')
    const { room } = await share(server, owner, { email: accountant.email })
    const params = { roomId: room._id }
    const revoke = () => server.call(rooms.revoke, { params }, owner)
    const answer = await duringChange(server.deps, revoke, () =>
      server.call(rooms.enterAsClient, { params, body: {} }, accountant),
    )
    expect(answer.body).toMatchObject({ code: roomRefusals.notFound.code })
  })
})

test('a share whose owner is suspended while someone enters it is closed', async () => {
  const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
  const ann = await addSubscriber(server, 'ann@example.com')
  const { token } = await share(server, ann, { email: 'enters@example.com' })
  const input = { params: { userId: ann.id }, body: { isSuspended: true } }
  const suspend = () => server.call(api.admin.setStatus, input, chief)
  const answer = await duringChange(server.deps, suspend, () => enter(server, token))
  expect(answer.body).toMatchObject({ code: roomRefusals.accessEnded.code })
})
