import { formatCents } from '@docketbox/contract/core/money'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { Amount } from '#ui/data/amount.tsx'
import { Card } from '#ui/layout/card.tsx'

type StandardDeductionProps = { summary: YearSummary; isReadOnly: boolean }

/** The standard deduction beside the year's own work expenses; nothing for years without one. */
export function StandardDeduction({ summary: { standardDeduction }, isReadOnly }: StandardDeductionProps) {
  if (!standardDeduction) return null
  const { cents, status, workExpensesCents } = standardDeduction
  return (
    <Card className="grid grid-cols-1 gap-3 print:break-inside-avoid">
      <h2 className="text-lg">Standard deduction</h2>
      <dl className="grid gap-1">
        <Line term="Standard deduction" cents={cents} />
        <Line term="Work expenses so far" cents={workExpensesCents} />
      </dl>
      <p className="text-sm text-soft">
        {comparisonText(standardDeduction, isReadOnly)} You can’t claim both for the same expenses.
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

function comparisonText(
  { cents, workExpensesCents, hasUnknown }: NonNullable<YearSummary['standardDeduction']>,
  isReadOnly: boolean,
): string {
  if (hasUnknown) return 'Some figures aren’t known yet.'
  const difference = formatCents(Math.abs(workExpensesCents - cents))
  const expenses = isReadOnly ? 'Work expenses' : 'Your work expenses'
  if (workExpensesCents === cents) return `${expenses} so far equal the standard deduction.`
  return workExpensesCents > cents
    ? `${expenses} so far are ${difference} above the standard deduction. ${isReadOnly ? 'All of them need evidence' : 'You’d need evidence for all of them'}.`
    : `${expenses} so far are ${difference} below the standard deduction.`
}

function Line({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="grow basis-32">{term}</dt>
      <dd>
        <Amount cents={cents} className="font-semibold" />
      </dd>
    </div>
  )
}
