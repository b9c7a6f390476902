import { monthsOrder, type MonthsOrder } from '@docketbox/contract/payments/endpoints'
import type { MonthName, OfferedMonth } from '@docketbox/contract/payments/months'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The selected months, kept in the address so that Back and a reload preserve them. @param offered once they're loaded. */
export function useMonthSelection(offered: readonly OfferedMonth[] | undefined) {
  const [params, setParams] = useSearchParams()
  const [requested, setRequested] = useState(() => (params.get('months') ?? '').split(','))
  const selected = (offered ?? [])
    .filter(({ month, isTaken }) => !isTaken && requested.includes(month))
    .map(({ month }) => month)
  const isSummary = params.get('step') === 'summary' && (offered === undefined || selected.length > 0)

  const toggle = (month: MonthName) => {
    const next = selected.includes(month) ? selected.filter((one) => one !== month) : [...selected, month]
    // Set at once: the address only updates after a navigation, too late for a checkbox.
    setRequested(next)
    setParams(next.length > 0 ? { months: next.join(',') } : {}, { replace: true, preventScrollReset: true })
  }
  const goToSummary = () => setParams({ months: selected.join(','), step: 'summary' })
  return { selected, isSummary, toggle, goToSummary }
}

/** Reads a selection from a navigation's state; undefined if there isn't a valid one. */
export function parseSelection(state: unknown): MonthsOrder | undefined {
  return monthsOrder.safeParse(state).data
}
