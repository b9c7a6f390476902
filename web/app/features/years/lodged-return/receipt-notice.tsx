import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { isDescribedLate, wasInReturn } from '@docketbox/contract/receipts/evidence'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { lateAmendment, mayBeTooLateToAmend } from '@docketbox/contract/years/changes-text'
import { useQuery } from '@tanstack/react-query'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { useToday } from '#platform/page/use-today.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { years } from '../queries.ts'

/** Says that a receipt, its claim or its description is newer than its year's return, and offers to amend the return. */
export function LodgedNotice({ receipt }: { receipt: Omit<ReceiptDetails, 'versions' | 'readings'> }) {
  const { incomeYear, createdAt, describedAt, hasChangedSinceLodged } = receipt
  const { data } = useQuery(years)
  const today = useToday()
  const lodgement = data?.docs.find((year) => year.incomeYear === incomeYear)?.lodgement
  if (!lodgement) return null
  const lodged = `You lodged your ${formatIncomeYear(incomeYear)} return on ${formatDayUnbroken(lodgement.lodgedOn)}`
  const advice = mayBeTooLateToAmend(lodgement, today) ? (
    lateAmendment
  ) : (
    <>
      you can <TextLink to={paths.year(incomeYear)}>amend your return</TextLink>.
    </>
  )
  if (!wasInReturn(receipt, lodgement))
    return (
      <Notice tone="warning">
        {lodged}, before you{' '}
        {wasInReturn({ createdAt }, lodgement) ? 'moved this receipt to that year' : 'added this receipt'}. If
        you want to claim it, {advice}
      </Notice>
    )
  if (hasChangedSinceLodged)
    return (
      <Notice tone="warning">
        {lodged}, before you changed this receipt. If that changes your claim, {advice}
      </Notice>
    )
  if (isDescribedLate(describedAt, lodgement.lodgedOn))
    return (
      <Notice>
        {lodged}, before you last changed the description. What you write about a purchase counts as evidence
        if you write it before you lodge.
      </Notice>
    )
  return null
}
