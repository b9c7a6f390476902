import { receiptCount } from '@docketbox/contract/core/counts'
import { formatCents } from '@docketbox/contract/core/money'
import { daysOf, formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { describeAssets } from '@docketbox/contract/years/assets-text'
import { describeCovered } from '@docketbox/contract/years/covered-text'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { today } from '#platform/format/dates.ts'
import { Amount } from '#ui/data/amount.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { TextLink } from '#ui/layout/text-link.tsx'

type YearTotalsProps = { summary: YearSummary; isReadOnly: boolean }

/** What the receipts of a year add up to, and how that compares with the year before. */
export function YearTotals({ summary, isReadOnly }: YearTotalsProps) {
  const { receipts, spentCents, claimableCents, gstCents, incomplete, withoutAmount } = summary.totals
  const hasAmounts = withoutAmount < receipts
  return (
    <DocketCard className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Receipts</h2>
        {receipts > 0 && (
          <Stamp tone={incomplete === 0 ? 'leaf' : 'wattle'}>
            {incomplete === 0 ? 'Evidence complete' : `${incomplete.toLocaleString('en-AU')} incomplete`}
          </Stamp>
        )}
      </div>
      <Perforation />
      {receipts === 0 && <p className="font-semibold">No receipts in this income year yet.</p>}
      {receipts > 0 && !hasAmounts && (
        <p className="font-semibold">{receiptCount(receipts)}, none with an amount in dollars yet.</p>
      )}
      {hasAmounts && (
        <dl className="grid gap-2">
          <Line term="Spent" cents={spentCents} isMain />
          <Line
            term={`Claimable, based on ${isReadOnly ? '' : 'your '}work use`}
            cents={claimableCents}
            isMain
          />
          {gstCents > 0 && <Line term="GST included" cents={gstCents} />}
        </dl>
      )}
      {hasAmounts && (
        <>
          <Perforation />
          <div className="grid gap-1 text-sm text-soft">
            <p>
              From {receiptCount(receipts)}
              {withoutAmount > 0 && <WithoutAmount summary={summary} isReadOnly={isReadOnly} />}
              <NotSorted summary={summary} isReadOnly={isReadOnly} />. {comparisonText(summary)}
            </p>
            {summary.businessIncludesGst && <p>{yearTexts.businessIncludesGst}</p>}
            <p>
              {isReadOnly
                ? 'The taxpayer or a registered tax agent decides'
                : 'You or your registered tax agent decide'}{' '}
              what to claim.
            </p>
          </div>
        </>
      )}
      {[...describeCovered(summary), ...describeAssets(summary)].map((sentence) => (
        <p key={sentence} className="text-sm text-soft">
          {sentence}
        </p>
      ))}
    </DocketCard>
  )
}

function Line({ term, cents, isMain = false }: { term: string; cents: number; isMain?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className={classNames('grow basis-32', isMain ? 'font-semibold' : 'text-soft')}>{term}</dt>
      <dd>
        <Amount cents={cents} className={isMain ? 'text-xl font-semibold' : ''} />
      </dd>
    </div>
  )
}

/** How many receipts the totals leave out, as a link to them. */
function WithoutAmount({ summary: { incomeYear, totals }, isReadOnly }: YearTotalsProps) {
  const text = `${totals.withoutAmount.toLocaleString('en-AU')} of them without an amount in dollars`
  const list = withQuery(paths.receipts, { incomeYear, missing: 'amount' })
  return <>, {isReadOnly ? text : <TextLink to={list}>{text}</TextLink>}</>
}

/** How many receipts are under no label yet, and so in no work expenses, as a link to them. */
function NotSorted({ summary: { incomeYear, byLabel }, isReadOnly }: YearTotalsProps) {
  const { receipts = 0 } = byLabel.find(({ label }) => label === null) ?? {}
  if (receipts === 0) return null
  const text = `${receipts.toLocaleString('en-AU')} not sorted under a deduction label yet`
  const list = withQuery(paths.receipts, { incomeYear, label: 'none' })
  return <>, {isReadOnly ? text : <TextLink to={list}>{text}</TextLink>}</>
}

/** `That’s $312.40 more than at this point in 2024–25.` */
function comparisonText({ incomeYear, totals, previous }: YearSummary): string {
  if (!previous) return ''
  const year = formatIncomeYear(previous.incomeYear)
  if (previous.receipts === 0) return `No receipts from ${year} to compare with.`
  const isRunning = today() <= daysOf(incomeYear).last
  const difference = totals.spentCents - previous.toDateCents
  const when = isRunning ? `at this point in ${year}` : `in ${year}`
  if (difference === 0) return `That’s the same as ${when}.`
  return `That’s ${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than ${when}.`
}
