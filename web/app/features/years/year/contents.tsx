import { daysOf } from '@docketbox/contract/core/income-years'
import type { Category } from '@docketbox/contract/categories/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { RecordsCard } from '#features/records'
import { MonthChart } from '#ui/charts/months.tsx'
import { CategoryTable, LabelTable } from './breakdown.tsx'
import { EarlierAssets } from './earlier-assets.tsx'
import { ExpensesCard } from './expenses-card.tsx'
import { LodgedReturnCard } from '../lodged-return/card.tsx'
import { Meters } from './meters.tsx'
import { MissingList } from './missing-list.tsx'
import { Notices } from './notices.tsx'
import { PossibleAssets } from './possible-assets.tsx'
import { RetentionCard } from '../retention/retention-card.tsx'
import { yearColumns } from './skeleton.tsx'
import { StandardDeduction } from './standard-deduction.tsx'
import { YearTotals } from './totals.tsx'

type YearContentsProps = {
  summary: YearSummary
  categories: readonly Category[]
  /** Without what only the owner can do. */
  isReadOnly?: boolean
}

export function YearContents({ summary, categories, isReadOnly = false }: YearContentsProps) {
  const { incomeYear, months } = summary
  return (
    <>
      <Notices summary={summary} isReadOnly={isReadOnly} />
      <div className={yearColumns}>
        <div className="grid grid-cols-1 gap-6">
          <YearTotals summary={summary} isReadOnly={isReadOnly} />
          <PossibleAssets summary={summary} isReadOnly={isReadOnly} />
          <EarlierAssets summary={summary} isReadOnly={isReadOnly} />
          <MissingList summary={summary} isReadOnly={isReadOnly} />
          <MonthChart
            months={months}
            incomeYear={incomeYear}
            currentMonth={months.at(-1)?.month ?? daysOf(incomeYear).first.slice(0, 7)}
          />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <LodgedReturnCard summary={summary} isReadOnly={isReadOnly} />
          <RetentionCard summary={summary} isReadOnly={isReadOnly} />
          <ExpensesCard summary={summary} isReadOnly={isReadOnly} />
          <RecordsCard incomeYear={incomeYear} claims={summary.records} isReadOnly={isReadOnly} />
          <StandardDeduction summary={summary} isReadOnly={isReadOnly} />
        </div>
      </div>
      <Meters summary={summary} />
      <LabelTable summary={summary} isReadOnly={isReadOnly} />
      <CategoryTable summary={summary} categories={categories} isReadOnly={isReadOnly} />
    </>
  )
}
