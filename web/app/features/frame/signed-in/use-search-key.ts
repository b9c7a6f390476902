import { paths } from '@docketbox/contract/core/paths'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isShortcut } from '#ui/fields/search-field.tsx'

/** `/` opens the search of all receipts on screens without a search field. */
export function useSearchKey(isEnabled: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isEnabled) return undefined
    // After the listener of a search field, which is on the document.
    const search = (event: KeyboardEvent) => {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      void navigate(paths.receipts, { state: { isSearching: true } })
    }
    window.addEventListener('keydown', search)
    return () => window.removeEventListener('keydown', search)
  }, [isEnabled, navigate])
}
