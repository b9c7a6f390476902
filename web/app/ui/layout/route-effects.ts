import { useEffect, useRef } from 'react'
import { useScreenKey } from './use-screen-key.ts'

/** Scrolls to the top of each new screen. Must render before the outlet, so that a screen can scroll after it. */
export function RouteEffects() {
  const screen = useScreenKey()
  const lastScreen = useRef(screen)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const restoreOnReload = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', restoreOnReload)
    return () => window.removeEventListener('pagehide', restoreOnReload)
  }, [])

  useEffect(() => {
    if (lastScreen.current === screen) return
    lastScreen.current = screen
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [screen])

  return null
}
