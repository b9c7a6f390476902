import { useEffect, useRef } from 'react'
import { reportError } from './undo.ts'

/** @returns reports an error if the component has left the screen, where it would show it otherwise. */
export function useTellIfLeft(): (error: Error) => void {
  const isOnScreen = useRef(false)
  useEffect(() => {
    isOnScreen.current = true
    return () => {
      isOnScreen.current = false
    }
  }, [])
  return (error) => {
    if (!isOnScreen.current) reportError(error)
  }
}
