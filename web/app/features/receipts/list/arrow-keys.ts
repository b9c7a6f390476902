import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/** Arrow keys move the focus from row to row. @returns the receipt it moved to. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): string | undefined {
  const row = event.currentTarget.closest('tr')
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
  return focusRow(event, next?.querySelector('[data-row]'))
}

/**
 * While nothing has the focus, or only the heading that a navigation focuses, the down arrow enters the list at its first
 * row in view.
 * @param onMove undefined while the list doesn't take the key.
 */
export function useArrowEntry(
  body: RefObject<HTMLElement | null>,
  onMove: ((id: string) => void) | undefined,
): void {
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, shiftKey, target, defaultPrevented } = event
    if (!onMove || key !== 'ArrowDown' || shiftKey || defaultPrevented) return
    if (!(target instanceof Element) || !target.matches('body, h1')) return
    const rows = body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const moved = focusRow(
      event,
      [...rows].find((row) => row.getBoundingClientRect().top >= 0),
    )
    if (moved !== undefined) onMove(moved)
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function focusRow(event: Key, row: HTMLElement | null | undefined): string | undefined {
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  row.focus()
  return row.dataset['row']
}
