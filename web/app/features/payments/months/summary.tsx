import { paths } from '@docketbox/contract/core/paths'
import { creditFor } from '@docketbox/contract/payments/credit'
import type { MonthName, OfferedMonth } from '@docketbox/contract/payments/months'
import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { formatDayOfYearUnbroken } from '#platform/format/dates.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Amount } from '#ui/data/amount.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { CreditLines } from '../credit-lines.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { dayAfter } from './period.ts'

/** Three business days can be a week, over a weekend and public holidays. */
const DEBIT_DAYS = 7

type PlanSummaryProps = {
  plan: PlanCard
  offered: readonly OfferedMonth[]
  selected: readonly MonthName[]
  creditCents: number
}

export function PlanSummary({ plan, offered, selected, creditCents }: PlanSummaryProps) {
  const months = offered.filter(({ month }) => selected.includes(month))
  const priceCents = plan.priceCents * months.length
  const usedCents = creditFor(priceCents, creditCents)
  const state = {
    months: months.map(({ month }) => month),
    plan: plan._id,
    startsOn: months.map(({ startsOn }) => startsOn),
  }
  return (
    <DocketCard className="grid gap-4">
      <h2 className="text-xl">{plan.name === 'Pro' ? 'Professional Plan' : `${plan.name} Plan`}</h2>
      <dl className="grid gap-2">
        <div className="flex justify-between gap-4">
          <dt>Combined monthly billing</dt>
          <dd>
            <Amount cents={plan.priceCents} />
          </dd>
        </div>
        <div className="flex justify-between gap-4 text-sm text-soft">
          <dt>{months.length === 1 ? '1 month' : `${months.length} months`}</dt>
          <dd className="text-right">{months.map(({ month, year }) => `${month} ${year}`).join(', ')}</dd>
        </div>
      </dl>
      <Perforation />
      <p className="flex justify-between gap-4 text-lg font-semibold">
        <span>
          Total <span className="text-sm font-normal text-soft">including taxes</span>
        </span>
        <Amount cents={priceCents} />
      </p>
      {usedCents > 0 && <CreditLines creditCents={usedCents} amountCents={priceCents - usedCents} />}
      {months
        .filter(({ covered }) => covered !== null)
        .map(({ month, covered }) => (
          <Notice key={month} tone="warning">
            Your {covered!.planName} plan already covers {month} until{' '}
            {formatDayOfYearUnbroken(covered!.until)}. You’d pay for the whole month.
          </Notice>
        ))}
      {offered
        .filter(({ isTaken, covered }) => isTaken && covered !== null)
        .map(({ month, covered }) => (
          <Notice key={month} tone="warning">
            {month} isn’t included. Your {covered!.planName} plan covers it until{' '}
            {formatDayOfYearUnbroken(covered!.until)}, and you can buy it from {dayAfter(covered!.until)}.
          </Notice>
        ))}
      {priceCents > usedCents &&
        months
          .filter(({ daysLeft }) => daysLeft <= DEBIT_DAYS)
          .map(({ month, endsOn }) => (
            <Notice key={month}>
              {month} ends on {formatDayOfYearUnbroken(endsOn)}. A bank debit takes up to three business days,
              and if it comes through after {month} has ended, we’ll refund that month. Cards are charged
              straight away.
            </Notice>
          ))}
      <ButtonLink to={paths.payment} state={state} size="large" wide>
        Payment Information
      </ButtonLink>
    </DocketCard>
  )
}
