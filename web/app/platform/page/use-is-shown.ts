import { type RefObject, useEffect, useRef } from 'react'

/** Whether this component is still on screen, for what happens after a response. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  return isShown
}
