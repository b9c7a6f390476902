import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { isRetained, mayHaveEnded } from '@docketbox/contract/years/retention-text'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { useMutation } from '@tanstack/react-query'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { offerUndo, toastError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { saveDispute } from '../queries.ts'

type RetentionCardProps = { summary: YearSummary; isReadOnly: boolean }

/** Shows how long the receipts of a year have to be kept, and whether a dispute suspends that. */
export function RetentionCard({ summary, isReadOnly }: RetentionCardProps) {
  const { incomeYear, retention, isDisputed } = summary
  const { keepUntil, isProvisional } = retention
  const texts = isReadOnly
    ? {
        keep: 'These must be kept until',
        kept: 'These had to be kept until',
        mayHaveEnded: 'These may no longer have to be kept.',
      }
    : {
        keep: 'Keep them until',
        kept: 'You had to keep them until',
        mayHaveEnded: 'You may no longer have to keep them.',
      }
  const dispute = useMutation(saveDispute)
  const save = (isDisputed: boolean) => dispute.mutateAsync({ params: { incomeYear }, body: { isDisputed } })
  const handleDispute = () =>
    void save(!isDisputed)
      .then(() => offerUndo(isDisputed ? 'Dispute closed.' : 'Dispute recorded.', () => save(isDisputed)))
      .catch(toastError)
  return (
    <Card className="grid grid-cols-1 gap-4 print:break-inside-avoid">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{isReadOnly ? 'Keeping the receipts' : 'Keeping your receipts'}</h2>
        {keepUntil !== null && keepUntil >= today() && <Stamp>Keep until {keepUntil.slice(0, 4)}</Stamp>}
      </div>
      {keepUntil === null ? (
        <p>
          {isReadOnly
            ? 'These receipts must be kept'
            : `Keep your receipts from ${formatIncomeYear(incomeYear)}`}{' '}
          until the dispute is resolved, even if five years have passed.
        </p>
      ) : (
        <>
          {mayHaveEnded(summary, today()) ? (
            <p>{texts.mayHaveEnded}</p>
          ) : (
            <p>
              {isRetained(summary, today()) ? texts.keep : texts.kept}{' '}
              <strong>{formatDayUnbroken(keepUntil)}</strong>
              {isProvisional && ' (provisional)'}.
            </p>
          )}
          <p className="text-sm text-soft">
            {explain(summary, isReadOnly)} Assets count from the last year{' '}
            {isReadOnly ? 'they’re claimed in' : 'you claim them in'}.
          </p>
        </>
      )}
      {!isReadOnly && (
        <div className="print:hidden">
          <Button
            variant="quiet"
            size="small"
            className="-ml-3"
            busy={dispute.isPending && 'Saving…'}
            onClick={handleDispute}
          >
            {isDisputed ? 'Mark the dispute as resolved' : 'Record an objection, review or appeal'}
          </Button>
        </div>
      )}
    </Card>
  )
}

function explain(summary: YearSummary, isReadOnly: boolean): string {
  const { lodgement, retention } = summary
  if (!retention.isProvisional)
    return 'That’s five years from the day the return was due, or from the day it was lodged if that’s later.'
  if (mayHaveEnded(summary, today()))
    return isReadOnly
      ? 'That depends on when the return was lodged.'
      : 'That depends on when you lodged your return. Tell us when, and we’ll work it out.'
  if (lodgement) return 'We don’t have this year’s due dates, so this is an estimate.'
  return isReadOnly
    ? 'This assumes the latest due date, because the return hasn’t been lodged.'
    : 'We’ve assumed the latest due date. Once you’ve lodged your return, tell us when, and we’ll work it out.'
}
