import { monthName, type MonthName, type OfferedMonth } from '@docketbox/contract/payments/endpoints'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'

/** What was chosen, kept in the address as well: Back and a reload keep it. */
export function useMonthChoice(offered: readonly OfferedMonth[]) {
  const [params, setParams] = useSearchParams()
  const [wanted, setWanted] = useState(() => (params.get('months') ?? '').split(','))
  const chosen = offered
    .filter(({ month, isTaken }) => !isTaken && wanted.includes(month))
    .map(({ month }) => month)
  const isSummary = params.get('step') === 'summary' && chosen.length > 0

  const toggle = (month: MonthName) => {
    const next = chosen.includes(month) ? chosen.filter((one) => one !== month) : [...chosen, month]
    // The address follows a moment later: a box that waited for it would not tick under the finger.
    setWanted(next)
    setParams(next.length > 0 ? { months: next.join(',') } : {}, { replace: true, preventScrollReset: true })
  }
  const goToSummary = () => setParams({ months: chosen.join(','), step: 'summary' })
  return { chosen, isSummary, toggle, goToSummary }
}

const choice = z.object({ months: z.array(monthName).min(1), plan: z.uuid() })

/** The choice a screen was opened with. */
export function choiceIn(state: unknown): z.infer<typeof choice> | undefined {
  return choice.safeParse(state).data
}
