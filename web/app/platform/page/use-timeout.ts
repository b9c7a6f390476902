import { useEffect, useEffectEvent } from 'react'

/** Calls `onTimeout` once, `delayMs` after the first render; starts when `isEnabled` turns true. */
export function useTimeout(onTimeout: () => void, delayMs: number, isEnabled = true): void {
  const handleTimeout = useEffectEvent(onTimeout)
  useEffect(() => {
    if (!isEnabled) return
    const timer = setTimeout(() => handleTimeout(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, isEnabled])
}
