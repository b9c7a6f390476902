import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Every change of screen starts at the top; the first screen stays where it was scrolled to before the script came.
 * Must come before the outlet, so that a screen may scroll after it.
 */
export function RouteEffects() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const keepPlaceOnReload = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', keepPlaceOnReload)
    return () => window.removeEventListener('pagehide', keepPlaceOnReload)
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [pathname])

  return null
}
