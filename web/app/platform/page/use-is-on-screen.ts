import { useEffect, useRef } from 'react'

/** Whether this is still on screen, for what ends later. */
export function useIsOnScreen() {
  const isOnScreen = useRef(false)
  useEffect(() => {
    isOnScreen.current = true
    return () => {
      isOnScreen.current = false
    }
  }, [])
  return isOnScreen
}
