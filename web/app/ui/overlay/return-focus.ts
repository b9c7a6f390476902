import { type RefObject, useRef } from 'react'
import { landmark } from './landmark.ts'

/** Returns the focus to the button that opened a dialog or its menu, or to `fallback` or the content if that button is gone. */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = opener.current?.isConnected ? opener.current : (fallback?.current ?? landmark())
      // The button may be out of view: the page stays where it is.
      target?.focus({ preventScroll: true })
    },
  }
}

function openerOf(focused: Element | null): HTMLElement | null {
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (menuButton) return document.querySelector<HTMLElement>(`#${CSS.escape(menuButton)}`)
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
