import { useEffect } from 'react'
import { menuButtonOf } from './open-menu.ts'

/** Moves the focus on when what had it goes away, such as a deleted row or a form that's done. */
export function FocusAfterRemoval() {
  useEffect(() => {
    let focused: Element | undefined
    /** What last had the focus outside the toasts. */
    let before: HTMLElement | undefined
    let next: (() => HTMLElement | undefined) | undefined
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined
      if (!focused || focused.closest('[data-toasts]')) return
      before = focused instanceof HTMLElement ? focused : undefined
      const menuButton = menuButtonOf(focused)
      const afterRemoval = afterRemovalOf(menuButton ?? focused)
      // A menu that closes returns the focus to its button, if that's still there.
      next = () => (menuButton?.isConnected ? undefined : afterRemoval())
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = undefined
      focusAnyway(before?.isConnected ? before : next?.())
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
  return null
}

/** They return it themselves. */
const OTHERS = '[role=dialog], [role=alertdialog], [role=menu], [data-toasts]'

const ROWS = 'li, tr:not([aria-hidden])'

/**
 * Remembers the place of an element.
 * @returns what to focus once it's gone: in a list or table its row, the next or the previous one, otherwise the heading before it.
 */
export function afterRemovalOf(element: Element): () => HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
    (heading) => heading.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const isShown = ({ isConnected }: HTMLElement) => isConnected
  const isElsewhere = element.closest(OTHERS) !== null
  const row = element.closest<HTMLElement>(ROWS)
  const list = row?.parentElement
  if (!list) return () => (isElsewhere ? undefined : headings.findLast(isShown))
  const table = row.closest('table')
  const rowCount = table?.getAttribute('aria-rowcount')
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > :is(${ROWS})`)]
  const index = rows.indexOf(row)
  const others = [...rows.slice(index), ...rows.slice(0, index).toReversed()]
  return () => {
    // A long table has scrolled it out of the page.
    if (rowCount && table?.isConnected && table.getAttribute('aria-rowcount') === rowCount) return undefined
    const added = list.isConnected ? list.querySelector<HTMLElement>(ROWS) : null
    const next = others.find(isShown) ?? added
    return next?.querySelector<HTMLElement>('[data-row]') ?? next ?? headings.findLast(isShown)
  }
}

/** Focuses an element, even if it isn't focusable. The page stays where it is. */
export function focusAnyway(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
