import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { describeChanges } from '@docketbox/contract/years/changes-text'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { useToday } from '#platform/page/use-today.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { offerUndo, toastError } from '#ui/feedback/toast.ts'
import { TextLink } from '#ui/layout/text-link.tsx'
import { saveKept } from '../queries.ts'
import { LodgedReturnDialog } from '../lodged-return/dialog.tsx'

const RETURNS_PAGE = 'https://www.ato.gov.au/individuals-and-families/your-tax-return'

type NoticesProps = { summary: YearSummary; isReadOnly: boolean }

/** What the owner of a year should know or decide. */
export function Notices({ summary, isReadOnly }: NoticesProps) {
  const { rules, retention, totals } = summary
  return (
    <>
      {rules?.isChanging && (
        <Notice>
          The rules for this year are still changing. Figures marked as a draft may change, so keep every
          receipt.
        </Notice>
      )}
      {!isReadOnly && <Amend summary={summary} />}
      {retention.isDecisionDue && totals.receipts > 0 && !isReadOnly && <KeepOrDelete summary={summary} />}
    </>
  )
}

/** Says what was added or changed since the return was lodged, and offers to amend it. */
function Amend({ summary }: { summary: YearSummary }) {
  const [isOpen, setIsOpen] = useState(false)
  const { incomeYear, addedSinceLodged: added, receiptsChangedSinceLodged } = summary
  const changes = describeChanges(summary, useToday())
  if (changes === undefined) return null
  return (
    <Notice tone="warning">
      <p>
        {changes} <TextLink to={RETURNS_PAGE}>Tax returns at the ATO</TextLink>
      </p>
      {added > 0 && (
        <p className="mt-2 print:hidden">
          <TextLink to={withQuery(paths.receipts, { incomeYear, sort: '-added' })}>
            See what you added most recently
          </TextLink>
        </p>
      )}
      {receiptsChangedSinceLodged.edited > 0 && (
        <p className="mt-2 print:hidden">
          <TextLink to={withQuery(paths.receipts, { incomeYear, changed: 'sinceLodged' })}>
            See the receipts you changed
          </TextLink>
        </p>
      )}
      {receiptsChangedSinceLodged.inBin > 0 && (
        <p className="mt-2 print:hidden">
          <TextLink to={paths.bin}>See deleted receipts</TextLink>
        </p>
      )}
      <Button className="mt-3 print:hidden" variant="secondary" onClick={() => setIsOpen(true)}>
        I’ve amended it
      </Button>
      {isOpen && <LodgedReturnDialog summary={summary} isAmending onClose={() => setIsOpen(false)} />}
    </Notice>
  )
}

/** The retention has ended. Nothing is deleted unless its owner does it. */
function KeepOrDelete({ summary: { incomeYear, retention } }: { summary: YearSummary }) {
  const keep = useMutation(saveKept)
  const save = (isKept: boolean) => keep.mutateAsync({ params: { incomeYear }, body: { isKept } })
  const handleKeep = () =>
    void save(true)
      .then(() => offerUndo('We’ll keep your receipts.', () => save(false)))
      .catch(toastError)
  return (
    <Notice>
      <p>
        You had to keep your receipts from {formatIncomeYear(incomeYear)} until{' '}
        {formatDayUnbroken(retention.keepUntil!)}. Do you still want them? We never delete receipts ourselves.
      </p>
      <p className="mt-2">
        {yearTexts.assets} {yearTexts.capitalGains}
      </p>
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        <Button busy={keep.isPending && 'Saving…'} onClick={handleKeep}>
          Keep them
        </Button>
        <ButtonLink variant="secondary" to={withQuery(paths.receipts, { incomeYear })}>
          Choose what to delete
        </ButtonLink>
      </div>
    </Notice>
  )
}
