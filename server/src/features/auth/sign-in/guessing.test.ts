import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { elsewhere, startTestServer, type TestServer } from '#testing/harness.ts'
import { passwordSignIn } from '#testing/auth/password-sign-in.ts'

let server: TestServer
const { password, account, signIn } = passwordSignIn(() => server)
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(() => server.setNow(new Date('2026-03-01T00:00:00Z')))

/** From the same network each time. */
const guess = (email: string, given: string, headers: Record<string, string>) =>
  signIn(email, given, {}, headers)

describe('guessing a password', () => {
  beforeEach(() => {
    server.setNow(undefined)
    vi.useFakeTimers({ toFake: ['Date'] })
    return () => void vi.useRealTimers()
  })
  const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)

  test('has to wait after five failures from a network, even with the right password', async () => {
    await account('guess@example.com')
    const here = elsewhere()
    for (let i = 0; i < 5; i++)
      expect((await guess('guess@example.com', `guess ${i} wrong`, here)).status).toBe(401)
    const neighbour = { 'x-forwarded-for': here['x-forwarded-for']!.replace(/1$/, '2') }
    const sixth = await guess('guess@example.com', password, neighbour)
    expect(sixth.status).toBe(429)
    expect(sixth.headers.get('retry-after')).toBe('1')
  })

  test('keeps no one waiting elsewhere', async () => {
    await account('elsewhere@example.com')
    const here = elsewhere()
    for (let i = 0; i < 6; i++) await guess('elsewhere@example.com', `guess ${i} wrong`, here)
    expect((await signIn('elsewhere@example.com')).status).toBe(200)
  })

  test('has to wait after a hundred failures from everywhere', async () => {
    await account('spread@example.com')
    await signIn('spread@example.com', 'guess wrong')
    await server.deps.db
      .updateTable('rateLimits')
      .set({ points: 99 })
      .where('key', 'like', '%:everywhere')
      .execute()
    expect((await signIn('spread@example.com', 'guess wrong')).status).toBe(401)
    expect((await signIn('spread@example.com')).status).toBe(429)
    minutes(1)
    expect((await signIn('spread@example.com')).status).toBe(200)
  })

  test('is never locked out: after the wait the right password works and ends the count', async () => {
    await account('owner@example.com')
    const here = elsewhere()
    for (let i = 0; i < 6; i++) await guess('owner@example.com', `guess ${i} wrong`, here)
    minutes(2)
    expect((await guess('owner@example.com', password, here)).status).toBe(200)
    for (let i = 0; i < 4; i++) await guess('owner@example.com', `guess ${i} wrong`, here)
    expect((await guess('owner@example.com', password, here)).status).toBe(200)
  })

  test('can’t be bypassed with parallel attempts', async () => {
    await account('rush@example.com')
    const { 'x-forwarded-for': first } = elsewhere()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        guess('rush@example.com', `guess ${i} wrong`, {
          'x-forwarded-for': first!.replace(/1$/, String(i + 1)),
        }),
      ),
    )
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('waits for unknown names just the same', async () => {
    const here = elsewhere()
    for (let i = 0; i < 5; i++) await guess('ghost@example.com', `guess ${i} wrong`, here)
    expect((await guess('Ghost@example.com', password, here)).status).toBe(429)
  })

  test('is reported to the owner at the tenth failure', async () => {
    await account('warned@example.com')
    for (let i = 0; i < 10; i++) await signIn('warned@example.com', `guess ${i} wrong`)
    const mail = await server.outbox.waitFor('warned@example.com')
    expect(mail.subject).toBe('Someone is trying to log in to your account')
  })

  test('is limited to ten a minute for one network address', async () => {
    const here = elsewhere()
    const statuses = []
    for (let i = 0; i < 11; i++) {
      const { status } = await server.call(
        api.auth.signIn,
        { body: { email: `someone${i}@example.com`, password: 'any password' } },
        undefined,
        here,
      )
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  test('is limited to sixty a minute for one network', async () => {
    const { 'x-forwarded-for': first } = elsewhere()
    const from = (byte: number) => ({ 'x-forwarded-for': first!.replace(/1$/, String(byte)) })
    expect((await guess('one@example.com', 'any password', from(1))).status).toBe(401)
    await server.deps.db
      .updateTable('rateLimits')
      .set({ points: 60 })
      .where('key', 'like', '%/60/60:%')
      .execute()
    expect((await guess('two@example.com', 'any password', from(2))).status).toBe(429)
    expect((await signIn('three@example.com', 'any password')).status).toBe(401)
  })
})
