import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the top of each new screen. Must render before the outlet, so that a screen can scroll after it. */
export function RouteEffects() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const restoreOnReload = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', restoreOnReload)
    return () => window.removeEventListener('pagehide', restoreOnReload)
  }, [])

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [pathname])

  return null
}
