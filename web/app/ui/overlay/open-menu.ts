/** A selector of the open menu. If anything takes the focus from it, it closes. */
export const OPEN_MENU = '[role=menu][data-state=open]'

/** The button of the menu around an element. */
export function menuButtonOf(element: Element | null): HTMLElement | null {
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return id ? document.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null
}
