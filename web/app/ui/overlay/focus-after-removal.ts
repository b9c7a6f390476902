import { useEffect } from 'react'

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
      next = afterRemovalOf(focused)
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

/**
 * Remembers the place of an element.
 * @returns what to focus once it's gone: in a list its row, the next or the previous one, otherwise the heading before it.
 */
export function afterRemovalOf(element: Element): () => HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
    (heading) => heading.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const isShown = ({ isConnected }: HTMLElement) => isConnected
  const isElsewhere = element.closest(OTHERS) !== null
  const table = element.closest('table')
  const row = element.closest('li')
  const list = row?.parentElement
  // A table that's still there has another row to focus, or has scrolled this one out of the page.
  if (!list) return () => (isElsewhere || table?.isConnected ? undefined : headings.findLast(isShown))
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > li')]
  const index = rows.indexOf(row)
  const others = [...rows.slice(index), ...rows.slice(0, index).toReversed()]
  return () => {
    const added = list.isConnected ? list.querySelector('li') : null
    return others.find(isShown) ?? added ?? headings.findLast(isShown)
  }
}

/** Focuses an element, even if it isn't focusable. The page stays where it is. */
export function focusAnyway(element: HTMLElement | null | undefined): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
