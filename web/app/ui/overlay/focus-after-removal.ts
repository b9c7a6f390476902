import { useEffect } from 'react'

/** Moves the focus on when it was in a row of a list and its element goes away, such as when the row is deleted. */
export function RowFocus() {
  useEffect(() => {
    let focused: Element | undefined
    let next: () => HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined
      if (focused) next = afterRemovalOf(focused)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = undefined
      focusAnyway(next())
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

/**
 * Remembers the place of an element in a list.
 * @returns what to focus once it's gone: its row, the next one, the previous one or the heading before the list.
 */
export function afterRemovalOf(element: Element): () => HTMLElement | undefined {
  const row = element.closest('li')
  const list = row?.parentElement
  if (!row || !list) return () => undefined
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > li')]
  const index = rows.indexOf(row)
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
    (heading) => heading.compareDocumentPosition(row) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const others = [...rows.slice(index), ...rows.slice(0, index).toReversed()]
  const isShown = ({ isConnected }: HTMLElement) => isConnected
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
