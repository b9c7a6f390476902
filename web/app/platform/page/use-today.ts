import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import { today } from '#platform/format/dates.ts'

/** Today in the user's time zone, such as `2026-03-03`. Renders again on the next day, for screens that stay open. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today, today)
}

function subscribe(listener: () => void): () => void {
  // Timers rest while a tab is hidden, and tabs may be shown while their computer sleeps.
  window.addEventListener('visibilitychange', listener)
  const timer = setInterval(listener, MINUTE_MS)
  return () => {
    window.removeEventListener('visibilitychange', listener)
    clearInterval(timer)
  }
}
