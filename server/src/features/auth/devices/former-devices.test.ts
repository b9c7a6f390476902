import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  // Waits don't pass while a test is slow.
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

const password = 'purple wombat sings'
const fresh = 'a green kettle whistles'
const signIn = (email: string, given = password, cookie = '') =>
  server.call(api.auth.signIn, { body: { email, password: given } }, undefined, { ...elsewhere(), cookie })
const member = async (email: string) => givePassword(server.deps, await server.addUser(email), password)
const change = (person: Person, cookie: string) =>
  server.call(api.profile.changePassword, { body: { password, newPassword: fresh } }, person, { cookie })

function cookieIn({ headers }: { headers: Headers }): string {
  return headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))!
    .split(';')[0]!
}

/** Strangers guess so often that only known devices don't have to wait. */
async function attack(person: Person): Promise<void> {
  await signIn(person.email, 'guess wrong')
  await server.deps.db
    .updateTable('rateLimits')
    .set({ points: 110, expire: Date.now() + DAY_MS })
    .where('key', 'like', `%${person.id}%:everywhere`)
    .execute()
}

describe('devices that logged in with an earlier password', () => {
  test('neither guess the new one nor keep its owner from logging in', async () => {
    const person = await member('ann@example.com')
    const owners = cookieIn(await signIn('ann@example.com'))
    const thiefs = []
    for (let i = 0; i < 8; i++) thiefs.push(cookieIn(await signIn('ann@example.com')))
    const changed = await change(person, owners)
    expect(changed.status).toBe(200)
    const known = cookieIn(changed)
    await attack(person)
    for (const cookie of thiefs)
      expect((await signIn('ann@example.com', 'guess wrong', cookie)).status).toBe(429)
    expect((await signIn('ann@example.com', fresh, known)).status).toBe(200)
  })

  test('are known again once they log in with the new one', async () => {
    const person = await member('bea@example.com')
    const before = cookieIn(await signIn('bea@example.com'))
    await change(person, '')
    const again = cookieIn(await signIn('bea@example.com', fresh, before))
    await attack(person)
    expect((await signIn('bea@example.com', fresh, before)).status).toBe(429)
    expect((await signIn('bea@example.com', fresh, again)).status).toBe(200)
  })
})

test('the device that changes a password stays known to its other accounts', async () => {
  const [person, other] = [await member('cleo@example.com'), await member('dora@example.com')]
  const both = cookieIn(
    await signIn('cleo@example.com', password, cookieIn(await signIn('dora@example.com'))),
  )
  const known = cookieIn(await change(person, both))
  await attack(other)
  expect((await signIn('dora@example.com', password, known)).status).toBe(200)
})

test('a tab opened before the call moved can still change the password', async () => {
  const person = await member('finn@example.com')
  const former = { ...api.profile.changePassword, path: '/api/user/password' } as const
  const body = { password, newPassword: fresh }
  const changed = await server.call(former, { body }, person)
  expect(changed.status).toBe(200)
  await attack(person)
  expect((await signIn('finn@example.com', fresh, cookieIn(changed))).status).toBe(200)
})

test('known devices together get twenty attempts a minute at one password, which a new one starts again', async () => {
  const person = await member('eve@example.com')
  const cookie = cookieIn(await signIn('eve@example.com'))
  await signIn('eve@example.com', password, cookie)
  await server.deps.db
    .updateTable('rateLimits')
    .set({ points: 20 })
    .where('key', 'like', 'known devices/%')
    .execute()
  expect((await signIn('eve@example.com', password, cookie)).status).toBe(429)
  const known = cookieIn(await change(person, cookie))
  expect((await signIn('eve@example.com', fresh, known)).status).toBe(200)
})
