import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Every change of screen starts at the top. Must come before the outlet, so that a screen may scroll after it. */
export function RouteEffects() {
  const { pathname } = useLocation()

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const keepPlaceOnReload = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', keepPlaceOnReload)
    return () => window.removeEventListener('pagehide', keepPlaceOnReload)
  }, [])

  useEffect(() => {
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [pathname])

  return null
}
