import { useMemo, useSyncExternalStore } from 'react'

export type Role = 'User' | 'Admin' | 'Super Admin'
export type Session = { token: string; role: string; expiresAt: Date }

const changed = 'docketbox:session'
const base = 'https://here.invalid'

/** The session stored on this device; undefined when it is missing, undecodable or expired. */
export function readSession(now: Date = new Date()): Session | undefined {
  const token = read('token')
  const expiresAt = token && expiryOf(token)
  if (!token || !expiresAt || expiresAt <= now) return undefined
  return { token, role: read('role') ?? '', expiresAt }
}

/** Stores what a sign-in answered. */
export function startSession(given: {
  token: string
  role: string
  user: unknown
  rememberMe: boolean
}): void {
  localStorage.setItem('token', given.token)
  localStorage.setItem('role', given.role)
  localStorage.setItem('user', JSON.stringify(given.user))
  if (given.rememberMe) localStorage.setItem('rememberMe', 'true')
  else localStorage.removeItem('rememberMe')
  announce()
}

/** Which session was left on purpose last, and where that leads. */
let departure: { token: string | null; to: string } | undefined

/**
 * Forgets who was signed in on this device.
 * @param leadsTo where whoever leaves on purpose goes; everybody else is asked to sign in again and comes back.
 */
export function endSession(leadsTo?: string): void {
  if (leadsTo !== undefined) departure = { token: read('token'), to: leadsTo }
  for (const key of ['token', 'rememberMe', 'user', 'role']) localStorage.removeItem(key)
  announce()
}

/** The current session; renders again when it starts or ends, in this tab or another. */
export function useSession(): Session | undefined {
  const token = useSyncExternalStore(
    subscribe,
    () => read('token'),
    () => null,
  )
  return token === null ? undefined : readSession()
}

/** The user as stored at sign-in or after the last profile change; undefined when there is none. */
export function storedUser(): unknown {
  return parsed(read('user'))
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
  return useMemo(() => parsed(text), [text])
}

export function isRemembered(): boolean {
  return read('rememberMe') === 'true'
}

/** Whether the trial's first visit still has its confetti to come. */
export function wantsConfetti(): boolean {
  return read('showConfetti') === 'true'
}

export function setConfetti(wanted: boolean): void {
  if (wanted) localStorage.setItem('showConfetti', 'true')
  else localStorage.removeItem('showConfetti')
}

/** Where leaving this session on purpose leads; undefined when it ended in another way. */
export function departureOf(token: string | undefined): string | undefined {
  return departure !== undefined && departure.token === token ? departure.to : undefined
}

/** Where to sign in, coming back afterwards to the address given. */
export function loginAddress(returnTo?: string): string {
  return returnTo && returnTo !== '/' ? `/login?returnTo=${encodeURIComponent(returnTo)}` : '/login'
}

/** The address to come back to, only when it is a path of this site. */
export function returnAddress(search: string): string | undefined {
  const address = new URLSearchParams(search).get('returnTo')
  if (!address) return undefined
  if (!address.startsWith('/') || !URL.canParse(address, base)) return undefined
  const { origin, pathname, search: query, hash } = new URL(address, base)
  // Dots can leave two strokes in front, which name another site.
  return origin === base && !pathname.startsWith('//') ? pathname + query + hash : undefined
}

function read(key: string): string | null {
  return localStorage.getItem(key)
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function expiryOf(token: string): Date | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof claims.exp === 'number' ? new Date(claims.exp * 1000) : undefined
  } catch {
    return undefined
  }
}

function announce(): void {
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}
