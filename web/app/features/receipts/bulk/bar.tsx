import type { Category } from '@docketbox/contract/categories/endpoints'
import type { BulkAction } from '@docketbox/contract/receipts/search-endpoints'
import {
  CalendarDays,
  Download,
  EllipsisVertical,
  FolderInput,
  Percent,
  ScanText,
  Trash2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { DownloadProgress } from '#ui/data/download.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { Menu, MenuItem } from '#ui/overlay/menu.tsx'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import type { Selection } from '../list/use-selection.ts'
import { BulkDeleteDialog, BulkDialog } from './dialogs.tsx'
import { useBulkChange } from './use-change.ts'
import { useZipDownload } from './use-zip-download.ts'

type BulkBarProps = {
  selection: Selection
  /** Of the list, if it's of one category. */
  category: Category | undefined
}

/** What can be done with the selected receipts, within reach of the thumb. */
export function BulkBar({ selection, category }: BulkBarProps) {
  const { count, figure, receipts, target, clear, remove } = selection
  const [dialog, setDialog] = useState<Exclude<BulkAction['type'], 'read'>>()
  const { change, isPending } = useBulkChange({ clearSelection: clear, deselect: remove })
  const apply = (action: BulkAction) => change({ ...target, action })
  const applyAtOnce = (action: BulkAction) => {
    setDialog(undefined)
    void apply(action).catch(toastError)
  }
  const query = target.filter ?? { ids: target.ids.join(',') }
  const zip = useZipDownload({ query, category, onMissing: remove, onAllMissing: clear })
  const close = () => setDialog(undefined)
  return (
    <StickyActions always>
      <IconButton icon={X} label="Clear selection" onClick={clear} />
      {/* The line above the list, which says it to screen readers, may be far away. */}
      <span aria-hidden="true" className="figures self-center font-semibold">
        {figure}
        <span className="max-sm:hidden"> selected</span>
      </span>
      {zip.progress ? (
        <div className="min-w-0 flex-1">
          <DownloadProgress label={zip.name} progress={zip.progress} onStop={zip.stop} />
        </div>
      ) : (
        <>
          <Button
            className="max-sm:grow"
            icon={FolderInput}
            busy={isPending && 'Saving…'}
            onClick={() => setDialog('move')}
          >
            Move
          </Button>
          <IconButton icon={Download} label="Download selected" onClick={zip.start} />
          <Menu trigger={<IconButton icon={EllipsisVertical} label={`More actions for ${count} selected`} />}>
            <MenuItem icon={CalendarDays} onSelect={() => setDialog('date')}>
              Set date
            </MenuItem>
            <MenuItem icon={Percent} onSelect={() => setDialog('workUse')}>
              Set work use
            </MenuItem>
            <MenuItem icon={ScanText} onSelect={() => applyAtOnce({ type: 'read' })}>
              Read again
            </MenuItem>
            <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      )}
      {dialog === 'delete' ? (
        <BulkDeleteDialog
          count={count}
          receipts={receipts}
          target={target}
          onClose={close}
          onConfirm={() => applyAtOnce({ type: 'delete' })}
        />
      ) : (
        dialog && (
          <BulkDialog type={dialog} receipts={receipts} target={target} onClose={close} onApply={apply} />
        )
      )}
    </StickyActions>
  )
}
