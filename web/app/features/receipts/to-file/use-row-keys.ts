import type { Draft } from '@docketbox/contract/receipts/schemas'
import { type KeyboardEvent, useRef, useState } from 'react'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { useMediaQuery } from '#platform/page/use-media-query.ts'

type RowActions = {
  /** @returns the rows that go. */
  onFile: (draft: Draft) => readonly Draft[]
  onDiscard: (draft: Draft) => void
  onSelect: (draft: Draft) => void
  /** @param index of the category, from 0. */
  onCategory: (draft: Draft, index: number) => void
}

/**
 * Keyboard control of the rows: Enter files the focused one, 1 to 6 choose its category, arrows move, Space selects, Delete
 * discards.
 * In a field, Enter files, with Shift it begins a line of the description, and Escape returns to the row. On a touchscreen,
 * Enter only hides the keyboard.
 */
export function useRowKeys(rows: readonly Draft[], { onFile, onDiscard, onSelect, onCategory }: RowActions) {
  const table = useRef<HTMLTableElement>(null)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const [current, setCurrent] = useState<string>()
  const currentUri = rows.some(({ uri }) => uri === current) ? current : rows[0]?.uri

  const rowOf = ({ uri }: Draft) =>
    table.current?.querySelector<HTMLElement>(`[data-draft="${CSS.escape(uri)}"]`)
  const focusRow = (draft: Draft | undefined) => {
    if (!draft) return
    setCurrent(draft.uri)
    rowOf(draft)?.focus()
  }
  /** Focuses the next row that stays. @param action returns the rows that go. */
  const leaveRow = (draft: Draft, action: () => readonly Draft[]) => {
    const index = rows.indexOf(draft)
    const gone = action()
    const stays = (row: Draft) => !gone.includes(row)
    if (gone.length === 0) return
    const next = rows.slice(index + 1).find(stays) ?? rows.slice(0, index).findLast(stays)
    if (!next) return
    focusRow(next)
    // Above the toast, which would take a tap on them; again once the row has left.
    const showButtons = () => rowOf(next)?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    showButtons()
    requestAnimationFrame(showButtons)
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const element = target.closest<HTMLElement>('[data-draft]')
    const draft = rows.find(({ uri }) => uri === element?.dataset['draft'])
    if (!draft || event.altKey || event.ctrlKey || event.metaKey) return
    const handled = target === element ? handleRowKey(event.key, draft) : handleFieldKey(event, draft)
    if (handled) event.preventDefault()
  }
  const handleRowKey = (key: string, draft: Draft): boolean => {
    const index = rows.indexOf(draft)
    if (key === 'Enter') leaveRow(draft, () => onFile(draft))
    else if (key === 'ArrowDown') focusRow(rows[index + 1])
    else if (key === 'ArrowUp') focusRow(rows[index - 1])
    else if (key === ' ') onSelect(draft)
    else if (/^[1-6]$/.test(key) && hasCharacterKeys()) onCategory(draft, Number(key) - 1)
    else if (key === 'Delete' || key === 'Backspace') {
      leaveRow(draft, () => {
        onDiscard(draft)
        return [draft]
      })
    } else return false
    return true
  }
  const handleFieldKey = ({ key, shiftKey, target }: KeyboardEvent<HTMLElement>, draft: Draft): boolean => {
    const isInput = target instanceof HTMLInputElement
    const isText = target instanceof HTMLTextAreaElement
    if (key === 'Escape') focusRow(draft)
    else if (key === 'Enter' && (isInput || (isText && !shiftKey))) {
      if (isTouch) target.blur()
      else leaveRow(draft, () => onFile(draft))
    } else return false
    return true
  }

  return {
    props: {
      ref: table,
      onKeyDown: handleKeyDown,
      onFocus: ({ target }: { target: HTMLElement }) =>
        setCurrent(target.closest<HTMLElement>('[data-draft]')?.dataset['draft']),
    },
    isCurrent: ({ uri }: Draft) => uri === currentUri,
    focusRow,
    leaveRow,
  }
}
