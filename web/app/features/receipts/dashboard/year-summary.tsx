import { receiptCount } from '@docketbox/contract/core/counts'
import type { Category } from '@docketbox/contract/categories/endpoints'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { presetOf } from '#features/categories'
import { useUrlParams } from '#platform/page/url-params.ts'
import { Amount } from '#ui/data/amount.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { Select } from '#ui/controls/select.tsx'

/** The same width for every figure and skeleton, so that names wrap alike. */
const figureClass = 'min-w-24 shrink-0 text-right'

type YearSummaryProps = {
  /** Undefined while they load. */
  totals: ReceiptSummary['totals'] | undefined
  categories: readonly Category[]
  currentYear: string
  /** Whether the rows link to their categories. */
  isSample?: boolean
}

/** The totals of one income year, by category. */
export function YearSummary({ totals, categories, currentYear, isSample = false }: YearSummaryProps) {
  const { params, setParams } = useUrlParams()
  const years = [...new Set([currentYear, ...(totals ?? []).map(({ incomeYear }) => incomeYear)])]
    .toSorted()
    .toReversed()
  // Back returns to the chosen one.
  const year = years.find((label) => label === params.get('incomeYear')) ?? currentYear
  const yearTotals = totals?.filter(({ incomeYear }) => incomeYear === year)
  const receipts = sum(yearTotals?.map((total) => total.receipts))
  const cents = sum(yearTotals?.map((total) => total.totalCents))
  const forWork = sum(yearTotals?.map((total) => total.claimableCents))
  // The bars show the figure beside the name: amounts, or counts as long as there are none.
  const measure = cents > 0 ? 'totalCents' : 'receipts'
  const max = Math.max(1, ...(yearTotals ?? []).map((total) => total[measure]))

  return (
    <DocketCard className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Income year</h2>
        <Select
          aria-label="Income year"
          value={year}
          disabled={totals === undefined}
          onChange={({ target }) =>
            setParams({ incomeYear: target.value }, { replace: true, preventScrollReset: true })
          }
          className="figures font-semibold"
          options={years.map((label) => [label, formatIncomeYear(label)])}
        />
      </div>
      <Perforation />
      <ul className="grid grid-cols-1 gap-1">
        {categories.map(({ _id, name }) => {
          const total = yearTotals?.find(({ category }) => category === _id)
          return (
            <li key={_id}>
              <Row
                to={isSample || !totals ? undefined : withQuery(paths.category(_id), { incomeYear: year })}
              >
                <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-[0.9375rem]">
                  <span className="min-w-0 flex-1 basis-28 leading-snug">{name}</span>
                  {!yearTotals && (
                    <span className={figureClass}>
                      <Skeleton className="ml-auto h-4 w-12" />
                    </span>
                  )}
                  {yearTotals && cents > 0 && <CategoryAmount total={total} />}
                  {yearTotals && cents === 0 && (
                    <span className={`figures ${figureClass}`}>{total?.receipts ?? 0}</span>
                  )}
                </span>
                <span className="h-1 rounded-full bg-well" aria-hidden="true">
                  <span
                    className={`block h-full rounded-full forced-colors:bg-[CanvasText] ${presetOf(name).mark}`}
                    style={{ width: `${((total?.[measure] ?? 0) / max) * 100}%` }}
                  />
                </span>
              </Row>
            </li>
          )
        })}
      </ul>
      <Perforation />
      <div className="grid min-h-12 content-start gap-1 px-1">
        {!yearTotals && <Skeleton className="h-7" />}
        {yearTotals && cents > 0 && (
          <>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
              <span>{receiptCount(receipts)}</span>
              <Amount cents={cents} className="ml-auto text-xl" />
            </p>
            {forWork !== cents && (
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-soft">
                <span>Your share for work</span>
                <Amount cents={forWork} className="ml-auto" />
              </p>
            )}
            <p className="text-xs text-soft">
              Totals only include receipts with an amount.
              {forWork !== cents && ' How much you can claim also depends on your records and assets.'}
            </p>
          </>
        )}
        {totals && receipts === 0 && (
          <p className="font-semibold">
            No receipts in this income year yet. <LatestOther totals={totals} />
          </p>
        )}
        {yearTotals && cents === 0 && receipts > 0 && (
          <p className="font-semibold">
            {receiptCount(receipts)}, none with an amount yet.{' '}
            <TextLink to={withQuery(paths.receipts, { incomeYear: year, missing: 'amount' })}>
              Add amounts
            </TextLink>
          </p>
        )}
      </div>
      {!isSample && (
        <TextLink to={paths.year(year)} className="-my-2 inline-flex min-h-11 items-center px-1">
          See all of {formatIncomeYear(year)}
        </TextLink>
      )}
    </DocketCard>
  )
}

/** A link to the newest other year with receipts. */
function LatestOther({ totals }: { totals: ReceiptSummary['totals'] }) {
  const year = totals
    .map(({ incomeYear }) => incomeYear)
    .toSorted()
    .at(-1)
  if (year === undefined) return null
  const receipts = sum(totals.filter(({ incomeYear }) => incomeYear === year).map((total) => total.receipts))
  return (
    <>
      You have{' '}
      <TextLink to={paths.year(year)}>
        {receiptCount(receipts)} in {formatIncomeYear(year)}
      </TextLink>
      .
    </>
  )
}

function Row({ to, children }: { to: string | undefined; children: ReactNode }) {
  const className = 'grid min-h-11 grid-cols-1 content-center gap-1 rounded-md px-1'
  if (!to) return <div className={className}>{children}</div>
  return (
    <Link to={to} className={`${className} hover:bg-well`}>
      {children}
    </Link>
  )
}

function CategoryAmount({ total }: { total: ReceiptSummary['totals'][number] | undefined }) {
  if (!total) return <Amount cents={0} className={`${figureClass} text-soft`} />
  return (
    <>
      <span className="figures shrink-0 text-sm text-soft max-sm:sr-only">
        {receiptCount(total.receipts)}
      </span>
      {total.totalCents > 0 ? (
        <Amount cents={total.totalCents} className={figureClass} />
      ) : (
        <span className={`${figureClass} text-sm text-soft`}>no amount</span>
      )}
    </>
  )
}

function sum(values: number[] = []): number {
  return values.reduce((total, value) => total + value, 0)
}
