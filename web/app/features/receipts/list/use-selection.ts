import { receiptCount } from '@docketbox/contract/core/counts'
import { MAX_SELECTED } from '@docketbox/contract/receipts/search-endpoints'
import { useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import type { ShownFilter } from './params.ts'

const NONE: ReadonlySet<string> = new Set()
export type Selection = ReturnType<typeof useSelection>

/**
 * The selected receipts: single ones, or all that match. Another search, or other corrections, starts without any.
 * @param list how many match.
 */
export function useSelection(
  filter: ShownFilter,
  list: { totalDocs: number; isCountCapped: boolean } | undefined,
) {
  const key = JSON.stringify(filter)
  const empty = { key, areAll: false, ids: NONE, isStarted: false }
  const [state, setState] = useState(empty)
  // Cleared rather than hidden: the same search may match other receipts later.
  if (state.key !== key) setState(empty)
  const current = state.key === key ? state : empty
  const { areAll, ids, isStarted } = current

  function select(selected: readonly string[]): void {
    const next = new Set(selected)
    if (next.size > MAX_SELECTED)
      toast.error(
        `You can select up to ${MAX_SELECTED} receipts individually. To select more, use “Select all”.`,
      )
    else setState({ ...current, areAll: false, ids: next })
  }
  /** The others in view stay selected; those of other pages can't be named. */
  function leaveOut(id: string, inView: readonly { _id: string }[]): void {
    const others = inView.map(({ _id }) => _id).filter((other) => other !== id)
    select(others)
    if (list && list.totalDocs > inView.length) toast.info(`Still selected: ${others.length} of ${matches}.`)
  }
  const matches = `${list?.isCountCapped ? 'more than ' : ''}${receiptCount(list?.totalDocs ?? 0)}`
  const count = areAll ? (list?.totalDocs ?? 0) : ids.size
  return {
    areAll,
    count,
    /** Whether a press of a receipt selects it. */
    isSelecting: isStarted || count > 0,
    /** `1,000+` when there are more than are counted. */
    figure: `${count.toLocaleString('en-AU')}${areAll && list?.isCountCapped ? '+' : ''}`,
    /** `2 receipts` */
    receipts: areAll ? matches : receiptCount(count),
    has: (id: string) => areAll || ids.has(id),
    /** The input for changing the selected receipts. */
    target: areAll ? { filter } : { ids: [...ids] },
    /** Begins without any. */
    start: () => setState({ ...empty, isStarted: true }),
    clear: () => setState(empty),
    selectAll: () => setState({ ...current, areAll: true, ids: NONE }),
    add: (added: readonly string[]) => select([...ids, ...added]),
    remove: (removed: readonly string[]) => select([...ids].filter((id) => !removed.includes(id))),
    /** @param inView the receipts in view, which stay selected when one of all is left out. */
    toggle: (id: string, inView: readonly { _id: string }[]) => {
      if (areAll) leaveOut(id, inView)
      else select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])
    },
  }
}
