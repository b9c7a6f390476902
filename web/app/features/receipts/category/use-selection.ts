import { MAX_SELECTED } from '@docketbox/contract/receipts/endpoints'
import { useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import type { ReceiptFilter } from '../queries.ts'

const NONE: ReadonlySet<string> = new Set()
export type Selection = ReturnType<typeof useSelection>

/** The ids of the receipts selected on screen. Another category, search or income year starts without any. */
export function useSelection(filter: ReceiptFilter) {
  const key = JSON.stringify(filter)
  const empty = { key, isSelecting: false, ids: NONE }
  const [state, setState] = useState(empty)
  const { isSelecting, ids } = state.key === key ? state : empty

  function select(selected: readonly string[]): void {
    if (selected.length > MAX_SELECTED) toast.error(`You can select up to ${MAX_SELECTED} receipts.`)
    else setState({ key, isSelecting: selected.length > 0, ids: new Set(selected) })
  }
  return {
    isSelecting,
    ids,
    start: () => setState({ ...empty, isSelecting: true }),
    clear: () => setState(empty),
    select,
    toggle: (id: string) => select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
  }
}
