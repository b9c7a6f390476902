import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { read, remove, save } from '#platform/storage/local-storage.ts'

/**
 * Scrolls to where a list was before a reload, such as that of a tab that a phone discarded. Browsers can't, because the page
 * is short until the receipts arrive.
 */
export function useScrollAfterReload(): void {
  const { key, pathname } = useLocation()
  const storageKey = `docketbox list-scroll ${pathname} ${key}`
  const restore = useEffectEvent(() => {
    const top = Number(read(storageKey, 'sessionStorage'))
    if (top > 0) window.scrollTo(0, top)
    remove(storageKey, 'sessionStorage')
  })
  const handleVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') save(storageKey, window.scrollY, 'sessionStorage')
    else remove(storageKey, 'sessionStorage')
  })
  useEffect(() => {
    restore()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [])
}
