import { useRef } from 'react'
import { landmark } from '#ui/layout/landmark.ts'

/**
 * Gives the focus back, when a dialog closes, to what opened it. From a menu that is the menu's own button, because its
 * items are gone by then; when the opener itself is gone, the page's content.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerBehind(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = opener.current?.isConnected ? opener.current : landmark()
      target?.focus()
    },
  }
}

function openerBehind(focused: Element | null): HTMLElement | null {
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (menuButton) return document.querySelector<HTMLElement>(`#${CSS.escape(menuButton)}`)
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
