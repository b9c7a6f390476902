import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('one mailbox gets five links to confirm a day, no matter who asks', async () => {
  const ask = async (name: string) => {
    const person = await server.addUser(`${name}@example.com`)
    return server.call(api.profile.changeEmail, { body: { email: `victim+${name}@example.net` } }, person)
  }
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect((await ask(name)).status).toBe(200)
  expect(await ask('f')).toMatchObject({ status: 429, body: { code: 'profile.addressMailedOften' } })
})
