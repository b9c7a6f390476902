import { paths, withQuery } from '@docketbox/contract/core/paths'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { read, remove } from '#platform/storage/local-storage.ts'
import { forgetUnsaved } from '#platform/storage/unsaved.ts'
import { leaveGuestSession } from './guest-session.ts'

type Claims = { iat?: unknown; exp?: unknown; sub?: unknown; sid?: unknown }
export type Session = { token: string; role: string }

const SESSION_CHANGED = 'docketbox:session'
/** How far this device's clock was ahead of the server's at the login, in milliseconds. */
const CLOCK_AHEAD = 'clockAhead'
/** The id of the user whose screens this tab showed last, until they log out. */
const TAB_USER = 'tab-user'
const NO_STORAGE =
  'Your browser doesn’t let us store anything, so you can’t log in. Please allow site data for this site.'
const PARSE_BASE = 'https://here.invalid'

const homePaths: Record<string, string> = {
  User: paths.dashboard,
  Admin: paths.admin,
  'Super Admin': paths.admin,
}

/** The screen a session starts on: the dashboard of its role; the landing page without a session or for an unknown role. */
export function homePath(session: Session | undefined): string {
  return homePaths[session?.role ?? ''] ?? paths.home
}

/** The session stored on this device; undefined when it is missing, undecodable or expired. */
export function readSession(now: Date = new Date()): Session | undefined {
  const token = read('token')
  const expiresAt = token && timesOf(token).exp
  if (!token || !expiresAt || expiresAt <= now.getTime() - Number(read(CLOCK_AHEAD))) return undefined
  return { token, role: read('role') ?? '' }
}

/** A user's session that has expired, unless they logged out. It no longer loads anything. */
export function expiredSession(): Session | undefined {
  const session = readSession(new Date(0))
  return session?.role === 'User' ? session : undefined
}

/**
 * Stores the session that signing in returned.
 * @throws ApiError if the browser refuses site storage or has no room.
 */
export function startSession(session: {
  token: string
  role: string
  user: unknown
  rememberMe: boolean
}): void {
  const now = Date.now()
  // 0 if the clock is behind: correcting it later mustn't end the session.
  const clockAhead = Math.max(0, now - (timesOf(session.token).iat ?? now))
  try {
    localStorage.setItem(CLOCK_AHEAD, String(clockAhead))
    localStorage.setItem('role', session.role)
    localStorage.setItem('user', JSON.stringify(session.user))
    if (session.rememberMe) localStorage.setItem('rememberMe', 'true')
    else localStorage.removeItem('rememberMe')
    // Last: another tab that's uploading the last user's files must not find it with them.
    localStorage.setItem('token', session.token)
  } catch (cause) {
    throw new ApiError('no-storage', NO_STORAGE, 0, { cause })
  }
  announce()
}

/** The session that was last ended on purpose, and the path to go to afterwards. */
let departure: { token: string | null; to: string } | undefined

/**
 * Removes the session from this device.
 * @param to where to go after leaving on purpose; without it the user is asked to log in again and returns.
 */
export function endSession(to?: string): void {
  if (to !== undefined) {
    departure = { token: read('token'), to }
    forgetUnsaved(storedId() ?? '')
    leaveGuestSession()
    remove(TAB_USER, 'sessionStorage')
  }
  for (const key of ['token', 'rememberMe', 'user', 'role', CLOCK_AHEAD]) remove(key)
  announce()
}

/** The current session; renders again when it starts or ends, in this tab or another. */
export function useSession(): Session | undefined {
  const token = useSyncExternalStore(
    subscribe,
    () => read('token'),
    () => null,
  )
  useEffect(() => {
    const id = storedId()
    if (readSession() && id !== undefined) sessionStorage.setItem(TAB_USER, id)
  }, [token])
  return token === null ? undefined : readSession()
}

/** Whether this tab showed another user's screens before: its address may be theirs. */
export function isAnotherUser(userId: string): boolean {
  return (read(TAB_USER, 'sessionStorage') ?? userId) !== userId
}

/** Whether this tab showed someone's screens before: its address may be theirs. */
export function hasShownUser(): boolean {
  return read(TAB_USER, 'sessionStorage') !== null
}

/** The user as stored at sign-in or after the last profile change; undefined when there is none. */
export function storedUser(): unknown {
  return parse(read('user'))
}

function storedId(): string | undefined {
  const { _id } = (storedUser() ?? {}) as { _id?: unknown }
  return typeof _id === 'string' ? _id : undefined
}

/** Replaces the stored user, after a profile change. */
export function storeUser(user: unknown): void {
  localStorage.setItem('user', JSON.stringify(user))
  announce()
}

/** The stored user; renders again when it changes. */
export function useStoredUser(): unknown {
  const text = useSyncExternalStore(
    subscribe,
    () => read('user'),
    () => null,
  )
  return useMemo(() => parse(text), [text])
}

/** Whether to throw confetti on the trial's first visit. */
export function wantsConfetti(): boolean {
  return read('showConfetti') === 'true'
}

export function setConfetti(isPending: boolean): void {
  if (isPending) localStorage.setItem('showConfetti', 'true')
  else localStorage.removeItem('showConfetti')
}

/** Where to go after a session that was ended on purpose; undefined if it ended in another way. */
export function departureOf(token: string | undefined): string | undefined {
  return departure !== undefined && departure.token === token ? departure.to : undefined
}

/** The login screen's URL, returning to `returnTo` afterwards. */
export function loginUrl(returnTo?: string): string {
  return withQuery(paths.login, { returnTo: returnTo === paths.home ? undefined : returnTo })
}

/** The path to return to after logging in; undefined unless it is on this site. */
export function returnPath(search: string): string | undefined {
  const returnTo = new URLSearchParams(search).get('returnTo')
  if (!returnTo?.startsWith('/')) return undefined
  try {
    const { origin, pathname, search: query, hash } = new URL(returnTo, PARSE_BASE)
    // Dot segments can leave two leading slashes, which name another site.
    return origin === PARSE_BASE && !pathname.startsWith('//') ? pathname + query + hash : undefined
  } catch {
    return undefined
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The ids of a token's user and session. */
export function idsOf(token: string): { user: unknown; session: unknown } {
  const { sub, sid } = claimsOf(token)
  return { user: sub, session: sid }
}

/** When a token was issued and when it expires, in milliseconds. */
function timesOf(token: string): { iat?: number | undefined; exp?: number | undefined } {
  const { iat, exp } = claimsOf(token)
  const inMs = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : undefined)
  return { iat: inMs(iat), exp: inMs(exp) }
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return {}
  }
}

function announce(): void {
  window.dispatchEvent(new Event(SESSION_CHANGED))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(SESSION_CHANGED, listener)
  window.addEventListener('storage', listener)
  // A page that the browser kept for Back has missed what happened meanwhile.
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener(SESSION_CHANGED, listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}
