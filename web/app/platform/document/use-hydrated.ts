import { useSyncExternalStore } from 'react'

/**
 * Whether the page has hydrated. Until then it must look exactly as it was prerendered, so anything that depends on
 * the query or the fragment of the URL waits for this.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
