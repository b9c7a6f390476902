import { type RefObject, useRef } from 'react'
import { landmark } from './landmark.ts'
import { afterRemovalOf, focusAnyway } from './focus-after-removal.ts'

/**
 * Returns the focus to the button that opened a dialog or its menu. If it's gone: to `fallback`, what's next in its list, or the
 * content.
 */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement>(null)
  const next = useRef<() => HTMLElement | undefined>(undefined)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement)
      next.current = opener.current ? afterRemovalOf(opener.current) : undefined
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const isThere = opener.current?.isConnected
      // The button may be out of view.
      focusAnyway((isThere && opener.current) || (fallback?.current ?? next.current?.() ?? landmark()))
    },
  }
}

function openerOf(focused: Element | null): HTMLElement | null {
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (menuButton) return document.querySelector<HTMLElement>(`#${CSS.escape(menuButton)}`)
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
