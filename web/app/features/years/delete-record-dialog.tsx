import { formatDay } from '@docketbox/contract/core/dates'
import { explainRetention, isRetained } from '@docketbox/contract/years/retention-text'
import type { YearOverview } from '@docketbox/contract/years/schemas'
import { today } from '#platform/format/dates.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { useRetention } from './retention/use-retention.ts'

type DeleteRecordDialogProps = {
  /** What it is, such as `trip`. */
  noun: string
  /** Which one. */
  name: string
  incomeYear: string
  /** The last income year in which it counts, if that's a later one. */
  lastYear?: string | undefined
  onClose: () => void
  onDelete: () => void
}

/** Confirms that a record is deleted, and says how long the law requires it to be kept (requirement 46). */
export function DeleteRecordDialog(props: DeleteRecordDialogProps) {
  const { noun, name, incomeYear, lastYear = null, onClose, onDelete } = props
  const { yearOf, isLoading } = useRetention()
  const year = yearOf({ incomeYear, lastClaimedYear: lastYear })
  const mustKeep = !year || isRetained(year, today())
  return (
    <AlertDialog
      onClose={onClose}
      title={!isLoading && mustKeep ? deleteAnywayTitle(year) : `Delete this ${noun}?`}
      confirm={!isLoading && mustKeep ? 'Delete anyway' : 'Delete'}
      busy={isLoading && 'Checking…'}
      onConfirm={() => {
        onClose()
        onDelete()
      }}
    >
      <p className="text-ink wrap-anywhere">{name}</p>
      {!isLoading && mustKeep && <p>{explainRetention(year, today(), 'records')}</p>}
    </AlertDialog>
  )
}

/** Asks a second time before what has to be kept is deleted. @param year undefined if it isn't known. */
export function deleteAnywayTitle(year: Pick<YearOverview, 'retention'> | undefined): string {
  const keepUntil = year?.retention.keepUntil
  return keepUntil && keepUntil >= today() ? `Delete it before ${formatDay(keepUntil)}?` : 'Delete it anyway?'
}
