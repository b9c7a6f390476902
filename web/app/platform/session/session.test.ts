import { HOUR_MS } from '@docketbox/contract/core/units'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAs, tokenUntil } from '#testing/render.tsx'
import { readGuestToken, startGuestSession } from './guest-session.ts'
import { endSession, loginUrl, readSession, returnPath, startSession } from './session.ts'
import { storedUserId } from './stored-user.ts'
import { load } from '#platform/storage/local-storage.ts'

beforeEach(() => localStorage.clear())

test('without a token no one is logged in', () => {
  expect(readSession()).toBeUndefined()
})

test.each([
  ['is no token at all', 'nonsense'],
  ['carries no expiry', `e30.${btoa('{}')}.x`],
  ['has expired', tokenUntil(Date.now() - 1000)],
])("a stored token that %s isn't a session", (_, token) => {
  localStorage.setItem('token', token)
  expect(readSession()).toBeUndefined()
})

test('a device whose clock was behind at the login stays logged in once it’s put right', () => {
  const now = Date.now()
  const [issued, expires] = [now + 24 * HOUR_MS, now + 36 * HOUR_MS].map((time) => Math.floor(time / 1000))
  const token = `e30.${btoa(JSON.stringify({ iat: issued, exp: expires }))}.x`
  startSession({ token, role: 'User', user: { _id: 'u1' }, rememberMe: false })
  expect(readSession(new Date(now + 25 * HOUR_MS))?.token).toBe(token)
})

test('a device whose clock is a day ahead stays logged in until the token expires', () => {
  const now = Date.now()
  const [issued, expires] = [now - 24 * HOUR_MS, now - 12 * HOUR_MS].map((time) => Math.floor(time / 1000))
  const token = `e30.${btoa(JSON.stringify({ iat: issued, exp: expires }))}.x`
  startSession({ token, role: 'User', user: { _id: 'u1' }, rememberMe: false })
  expect(readSession()?.token).toBe(token)
  expect(readSession(new Date(now + 11 * HOUR_MS))).toBeDefined()
  expect(readSession(new Date(now + 12 * HOUR_MS + 1000))).toBeUndefined()
})

test('signing in stores token, role and user; signing out removes them', () => {
  startSession({
    token: tokenUntil(Date.now() + 60_000),
    role: 'User',
    user: { _id: 'u1' },
    rememberMe: true,
  })
  localStorage.setItem('showConfetti', 'true')
  expect(readSession()?.role).toBe('User')
  expect(load('rememberMe', Boolean)).toBe(true)

  endSession()

  expect(readSession()).toBeUndefined()
  expect(Object.keys(localStorage)).toEqual(['showConfetti'])
})

test('another tab never finds the next token with the last user, whose files it would upload', () => {
  signInAs('User', { _id: 'u1' })
  const token = tokenUntil(Date.now() + 7_200_000)
  const found: string[] = []
  const storage = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: (key: string, value: string) => {
      storage.setItem(key, value)
      if (readSession()?.token === token) found.push(storedUserId())
    },
  })
  startSession({ token, role: 'User', user: { _id: 'u2' }, rememberMe: true })
  expect(new Set(found)).toEqual(new Set(['u2']))
})

test('logging out also ends the guest session of a client’s room; an expired session leaves it', () => {
  signInAs()
  startGuestSession('room_token')
  endSession()
  expect(readGuestToken()).toBe('room_token')
  signInAs()
  endSession('/login')
  expect(readGuestToken()).toBeUndefined()
})

test('logging out removes copies of uploads, which are stored under the ids of categories', () => {
  signInAs()
  const category = '01937000-0000-7000-8000-000000000001'
  localStorage.setItem(category, '{"description":"Lunch with client X","file":[{"uri":"u"}]}')
  localStorage.setItem('theme', 'dark')
  endSession()
  expect(localStorage.getItem(category)).not.toBeNull()
  endSession('/login')
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test("a login without Remember me isn't remembered", () => {
  signInAs()
  expect(load('rememberMe', Boolean)).toBeUndefined()
})

test('after logging in, users continue to the requested page', () => {
  const address = loginUrl('/categories/7?page=2')
  expect(returnPath(address.slice(address.indexOf('?')))).toBe('/categories/7?page=2')
})

test.each([
  '//evil.example',
  '/x/..//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '',
])('users are never redirected to %j after logging in', (address) => {
  expect(returnPath(`?returnTo=${encodeURIComponent(address)}`)).toBeUndefined()
})
