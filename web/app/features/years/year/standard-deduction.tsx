import { formatCents } from '@docketbox/contract/core/money'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { Amount } from '#ui/data/amount.tsx'
import { Card } from '#ui/layout/card.tsx'

/** The standard deduction beside the year's own work expenses; nothing for years without one. */
export function StandardDeduction({ summary: { standardDeduction } }: { summary: YearSummary }) {
  if (!standardDeduction) return null
  const { cents, workExpensesCents, status } = standardDeduction
  const isMore = workExpensesCents > cents
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 print:break-inside-avoid">
      <h2 className="text-lg">Standard deduction</h2>
      <dl className="grid gap-1">
        <Line term="Standard deduction" cents={cents} />
        <Line term="Work expenses so far" cents={workExpensesCents} />
      </dl>
      <p className="text-sm text-soft">
        {isMore
          ? `The recorded work expenses are ${formatCents(workExpensesCents - cents)} above the standard deduction. You’d need evidence for all of them.`
          : `The recorded work expenses are ${formatCents(cents - workExpensesCents)} below the standard deduction.`}{' '}
        You can’t claim both for the same expenses.
      </p>
      <p className="text-sm text-soft">
        It replaces work expenses (D1 to D6). It doesn’t cover gifts and donations, tax agent fees, income
        protection, or business and rental expenses, so keep those receipts either way.
      </p>
      {status !== 'law' && (
        <p className="text-sm font-medium">
          The standard deduction is still a draft and may change. Keep every receipt.
        </p>
      )}
    </Card>
  )
}

function Line({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{term}</dt>
      <dd>
        <Amount cents={cents} className="font-semibold" />
      </dd>
    </div>
  )
}
