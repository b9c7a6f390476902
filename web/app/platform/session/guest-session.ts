import { paths } from '@docketbox/contract/core/paths'
import { useSyncExternalStore } from 'react'
import { read, remove } from '#platform/storage/local-storage.ts'
import { forgetGuestInput } from '#platform/storage/unsaved.ts'

const KEY = 'guest-token'
const CHANGED = 'docketbox:guest-session'

/** Whether this screen shows what someone else shares. It never uses the session of an account. */
export function isGuestScreen(): boolean {
  return location.pathname.replace(/\/$/, '') === paths.room
}

/** The session with which this tab shows what someone else shares. */
export function readGuestToken(): string | undefined {
  return read(KEY, 'sessionStorage') ?? undefined
}

export function startGuestSession(token: string): void {
  sessionStorage.setItem(KEY, token)
  window.dispatchEvent(new Event(CHANGED))
}

export function endGuestSession(): void {
  remove(KEY, 'sessionStorage')
  window.dispatchEvent(new Event(CHANGED))
}

/** The session that was last left on purpose. */
let leftToken: string | undefined

/** Ends the session on purpose, so that nothing typed in it is kept. */
export function leaveGuestSession(): void {
  leftToken = readGuestToken()
  endGuestSession()
  forgetGuestInput()
}

/** Whether a session was left on purpose. */
export function hasLeftGuestSession(token: string): boolean {
  return leftToken === token
}

/** The guest's session; renders again when it starts or ends. */
export function useGuestToken(): string | undefined {
  return useSyncExternalStore(subscribe, readGuestToken, () => undefined)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  // The tab may have opened another client's records since the browser kept this page for Back.
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('pageshow', listener)
  }
}
