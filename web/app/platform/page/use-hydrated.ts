import { useSyncExternalStore } from 'react'

/**
 * Whether the page is somebody's by now. Not while it is made before anybody came, nor for the moment in which it
 * must look exactly so: what depends on the query or the fragment of the address waits for it.
 */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
