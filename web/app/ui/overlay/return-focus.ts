import { type RefObject, useRef } from 'react'
import { landmark } from './landmark.ts'
import { afterRemovalOf, focusAnyway } from './focus-after-removal.ts'
import { menuButtonOf, OPEN_MENU } from './open-menu.ts'

type Opener = {
  button: HTMLElement
  next: () => HTMLElement | undefined
  /** The dialog it's in. */
  dialog: HTMLElement | null
}

/** Of the dialog that opened last: another that takes its place, such as a second question, has the same one. */
let last: Opener | undefined

/**
 * Returns the focus to the button that opened a dialog or its menu. If it's gone: to `fallback`, what's next in its list, or the
 * content. If a dialog around it has gone, too, that returns the focus itself.
 */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<Opener>(undefined)
  return {
    onOpenAutoFocus: () => {
      const button = openerOf(document.activeElement)
      opener.current = button
        ? { button, next: afterRemovalOf(button), dialog: button.closest<HTMLElement>('[data-dialog]') }
        : last
      last = opener.current
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      last = undefined
      // It was opened while the dialog was fading out.
      if (document.activeElement?.closest(OPEN_MENU)) return
      const { button, next, dialog } = opener.current ?? {}
      const around = dialog ?? landmark()
      // The button may be out of view.
      focusAnyway((button?.isConnected && button) || (fallback?.current ?? next?.() ?? around))
    },
  }
}

function openerOf(focused: Element | null): HTMLElement | null {
  const menuButton = menuButtonOf(focused)
  if (menuButton) return menuButton
  return focused instanceof HTMLElement && focused !== document.body ? focused : null
}
