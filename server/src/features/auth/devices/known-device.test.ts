import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  // Waits don't pass while a test is slow.
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

const password = 'purple wombat sings'
const member = async (email: string) => givePassword(server.deps, await server.addUser(email), password)

const signIn = (email: string, given = password, cookie = '', secondFactor?: string) =>
  server.call(
    api.auth.signIn,
    { body: { email, password: given, ...(secondFactor !== undefined && { secondFactor }) } },
    undefined,
    { ...elsewhere(), cookie },
  )

/** The cookie of a device that logged in, as the browser sends it. */
function cookieIn({ headers }: { headers: Headers }): string {
  const [line] = headers.getSetCookie().filter((cookie) => cookie.startsWith('device='))
  return line!.split(';')[0]!
}

/** A stranger who knows the address guesses from everywhere, as often as possible without waiting. */
async function attack(person: Person): Promise<void> {
  await signIn(person.email, 'guess wrong')
  const { numUpdatedRows } = await server.deps.db
    .updateTable('rateLimits')
    .set({ points: 110, expire: Date.now() + DAY_MS })
    .where('key', 'like', `%${person.id}%:everywhere`)
    .executeTakeFirst()
  expect(numUpdatedRows).toBeGreaterThan(0n)
  expect((await signIn(person.email)).status).toBe(429)
}

describe('the cookie of a device', () => {
  test('can’t be read by scripts or sent by other sites, and reveals nothing', async () => {
    const person = await member('cookie@example.com')
    const { headers } = await signIn('cookie@example.com')
    const [line] = headers.getSetCookie()
    expect(line).toMatch(/^device=[\w-]+; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
    const bytes = Buffer.from(/^device=([\w-]+)/.exec(line!)![1]!, 'base64url').toString('latin1')
    expect(bytes).not.toContain(person.id)
  })
})

describe('a device that logged in before', () => {
  test('can log in no matter how many others guess the password', async () => {
    const person = await member('known@example.com')
    const cookie = cookieIn(await signIn('known@example.com'))
    await attack(person)
    expect((await signIn('known@example.com', password, cookie)).status).toBe(200)
  })

  test('has its own count of failures', async () => {
    await member('own@example.com')
    const cookie = cookieIn(await signIn('own@example.com'))
    for (let i = 0; i < 5; i++)
      expect((await signIn('own@example.com', `guess ${i} wrong`, cookie)).status).toBe(401)
    expect((await signIn('own@example.com', password, cookie)).status).toBe(429)
    expect((await signIn('own@example.com')).status).toBe(200)
  })

  test('has its own count of wrong codes; together, such devices get a hundred a day', async () => {
    const use = secondFactors(server)
    const person = await use.member('codes@example.com')
    const device = async () => cookieIn(await signIn('codes@example.com', use.password))
    const [one, two, three] = [await device(), await device(), await device()]
    await use.setUp(person)
    const guess = async (cookie: string) =>
      (await signIn('codes@example.com', use.password, cookie, '000000')).status
    for (let i = 0; i < 5; i++) expect(await guess(one)).toBe(401)
    expect([await guess(one), await guess(two)]).toEqual([429, 401])
    await server.deps.db
      .updateTable('rateLimits')
      .set({ points: 99 })
      .where('key', '=', `failures/code:${person.id}:everywhere`)
      .execute()
    expect([await guess(two), await guess(three)]).toEqual([401, 429])
  })

  test('is known to its own accounts only', async () => {
    const owner = await member('victim@example.com')
    await member('stranger@example.com')
    const cookie = cookieIn(await signIn('stranger@example.com'))
    await attack(owner)
    expect((await signIn('victim@example.com', password, cookie)).status).toBe(429)
  })

  test('stays known to every account that logs in on it', async () => {
    const [first, second] = [await member('first@example.com'), await member('second@example.com')]
    const both = cookieIn(
      await signIn('second@example.com', password, cookieIn(await signIn('first@example.com'))),
    )
    for (const person of [first, second]) {
      await attack(person)
      expect((await signIn(person.email, password, both)).status).toBe(200)
    }
  })

  test('isn’t known by a changed cookie', async () => {
    const person = await member('forged@example.com')
    const cookie = cookieIn(await signIn('forged@example.com'))
    await attack(person)
    const middle = Math.floor(cookie.length / 2)
    const changed = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1)
    expect((await signIn('forged@example.com', password, changed)).status).toBe(429)
  })
})

test('a known device logs in while 150 others flood the login', async () => {
  await member('flooded@example.com')
  const cookie = cookieIn(await signIn('flooded@example.com'))
  let responses = 0
  const flood = Array.from({ length: 150 }, async (_, i) => {
    const { status } = await signIn(`flood${i}@example.com`)
    if (status === 401) responses++
  })
  expect((await signIn('flooded@example.com', password, cookie)).status).toBe(200)
  expect(responses).toBeLessThan(75)
  await Promise.all(flood)
})

describe('a password reset', () => {
  const forget = (email: string, cookie = '') =>
    server.call(api.auth.forgetPassword, { body: { email } }, undefined, { ...elsewhere(), cookie })

  test('can be requested on a device that logged in before, whatever others requested', async () => {
    await member('reset@example.com')
    const cookie = cookieIn(await signIn('reset@example.com'))
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await forget('Reset@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await forget('reset@example.com', cookie)).status).toBe(200)
    expect((await forget('other@example.com', cookie)).status).toBe(200)
    for (let i = 0; i < 2; i++) await forget('reset@example.com', cookie)
    expect((await forget('reset@example.com', cookie)).status).toBe(429)
  })

  test('lets its owner in where they chose the new password', async () => {
    const person = await member('back@example.com')
    await attack(person)
    await forget('back@example.com')
    const mail = await server.outbox.waitFor('back@example.com', { subject: 'Choose a new password' })
    const { hash } = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
    const token = new URLSearchParams(hash.slice(1)).get('token')!
    const body = { email: 'back@example.com', token, password: 'a brand new wombat' }
    const cookie = cookieIn(await server.call(api.auth.resetPassword, { body }, undefined, elsewhere()))
    await attack(person)
    expect((await signIn('back@example.com', 'a brand new wombat', cookie)).status).toBe(200)
  })
})

describe('confirming an identity', () => {
  const change = (person: Person, given: string) =>
    server.call(
      api.profile.changePassword,
      { body: { password: given, newPassword: 'a brand new wombat' } },
      person,
    )

  test('isn’t held up by failed logins of others', async () => {
    const person = await member('confirm@example.com')
    await attack(person)
    expect((await change(person, password)).status).toBe(200)
  })

  test('counts failures by session', async () => {
    const person = await member('session@example.com')
    const other = await server.signIn(person)
    for (let i = 0; i < 5; i++) expect((await change(other, `guess ${i} wrong`)).status).toBe(400)
    expect((await change(other, password)).status).toBe(429)
    expect((await change(person, password)).status).toBe(200)
  })
})
