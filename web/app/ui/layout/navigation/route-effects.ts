import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useScreenKey } from './use-screen-key.ts'

/**
 * Scrolls to the top of each new screen, and with Back to where it, or a page of it, was left. Must render before the
 * outlet, so that a screen can scroll after it.
 */
export function RouteEffects() {
  const screen = useScreenKey()
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const lastScreen = useRef(screen)
  const entry = useRef(key)
  /** By history entry. */
  const positions = useRef(new Map<string, number>())
  /** Where the screen was left that Back leads to. */
  const returnTo = useRef<number>(undefined)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const restoreOnReload = () => {
      window.history.scrollRestoration = 'auto'
    }
    const rememberPosition = () => void positions.current.set(entry.current, window.scrollY)
    window.addEventListener('pagehide', restoreOnReload)
    window.addEventListener('scroll', rememberPosition, { passive: true })
    return () => {
      window.removeEventListener('pagehide', restoreOnReload)
      window.removeEventListener('scroll', rememberPosition)
    }
  }, [])

  // Before the browser scrolls a screen that's shorter than the last one.
  useLayoutEffect(() => {
    entry.current = key
    const position = isBack ? positions.current.get(key) : undefined
    if (lastScreen.current !== screen) returnTo.current = position
    else if (position === undefined) positions.current.set(key, window.scrollY)
    else window.scrollTo(0, position)
  }, [key, screen, isBack])

  useEffect(() => {
    if (lastScreen.current === screen) return
    lastScreen.current = screen
    const position = returnTo.current
    if (position !== undefined || !window.location.hash) window.scrollTo(0, position ?? 0)
  }, [screen])

  return null
}
