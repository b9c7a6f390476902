import { api, roomRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { duringChange } from '#testing/database/locks.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { enter, share, sharesOf } from '#testing/rooms.ts'

const { rooms } = api
let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  owner = await addSubscriber(server, 'owner@example.com')
})

describe('a share that’s revoked while someone enters it', () => {
  test('is closed to a link, which works once the share is restored', async () => {
    const { room, token } = await share(server, owner, { email: 'tax@example.com' })
    const params = { roomId: room._id }
    const revoke = () => server.call(rooms.revoke, { params }, owner)
    const answer = await duringChange(server.deps, revoke, () => enter(server, token))
    expect(answer.body).toMatchObject({ code: roomRefusals.accessEnded.code })
    await server.call(rooms.restore, { params }, owner)
    expect(await sharesOf(server, owner)).toMatchObject([{ firstOpenedAt: null, status: 'active' }])
    expect((await enter(server, token)).status).toBe(200)
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
