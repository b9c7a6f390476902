import { paths } from '@docketbox/contract/core/paths'
import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { Download, EllipsisVertical, FolderInput, Pencil, ScanSearch, Trash2 } from 'lucide-react'
import { type KeyboardEventHandler, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem, MenuLink } from '#ui/overlay/menu.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { DeleteDialog } from '../receipt/delete-dialog.tsx'
import { FileDetails } from '../receipt/file-details.tsx'
import { MoveDialog } from '../receipt/move-dialog.tsx'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { Thumbnail } from '../receipt/thumbnail.tsx'
import { useDownloadFile } from '../receipt/download-file.ts'
import { useLongPress } from './use-long-press.ts'
import type { Selection } from './use-selection.ts'

type ReceiptRowProps = {
  receipt: Receipt
  selection: Selection
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

/** A receipt that opens when pressed, with its download and menu. While some are selected, a press selects it too. */
export function ReceiptRow({ receipt, selection, onOpen, onEdit, onKeyDown }: ReceiptRowProps) {
  const { downloadFile, isDownloading } = useDownloadFile()
  const [openDialog, setOpenDialog] = useState<'move' | 'delete'>()
  const { isSelecting } = selection
  const isSelected = selection.ids.has(receipt._id)
  const toggle = () => selection.toggle(receipt._id)
  const longPress = useLongPress(toggle)
  const file = receipt.file[0]
  if (!file) return null
  const title = receiptTitle(receipt)
  return (
    <div
      className={classNames(
        'relative flex h-18 items-center gap-1 border-x border-b border-line pr-1 md:h-11',
        isSelected ? 'bg-leaf-tint' : 'bg-sheet hover:bg-well/60',
      )}
    >
      <label
        className={classNames(
          '-mr-3 grid w-11 shrink-0 place-items-center self-stretch',
          !isSelecting && 'max-sm:hidden',
        )}
      >
        <input
          type="checkbox"
          className="choice-box"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={toggle}
        />
      </label>
      <button
        type="button"
        data-row=""
        {...longPress}
        onClick={isSelecting ? toggle : () => onOpen(receipt._id)}
        onKeyDown={onKeyDown}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pl-3 text-left select-none"
      >
        <span className="md:hidden">
          <Thumbnail receiptId={receipt._id} file={file} />
        </span>
        <ReceiptLines
          dense
          receipt={receipt}
          extra={
            <span className="w-28 shrink-0 text-right max-sm:hidden">
              <FileDetails file={file} />
            </span>
          }
        />
      </button>
      {!isSelecting && (
        <>
          <IconButton
            label={`Download ${title}`}
            className="max-sm:hidden"
            onClick={() => void downloadFile(receipt, file)}
            disabled={isDownloading}
          >
            {isDownloading ? <Spinner /> : <Download className="size-5" />}
          </IconButton>
          <Menu
            align="end"
            trigger={
              <IconButton label={`More actions for ${title}`}>
                <EllipsisVertical className="size-5" />
              </IconButton>
            }
          >
            <MenuItem
              icon={<Download className="size-4.5" />}
              onSelect={() => void downloadFile(receipt, file)}
            >
              Download
            </MenuItem>
            <MenuItem icon={<Pencil className="size-4.5" />} onSelect={() => onEdit(receipt._id)}>
              Edit
            </MenuItem>
            <MenuLink to={paths.review(receipt._id)} icon={<ScanSearch className="size-4.5" />}>
              Review
            </MenuLink>
            <MenuItem icon={<FolderInput className="size-4.5" />} onSelect={() => setOpenDialog('move')}>
              Move
            </MenuItem>
            <MenuItem
              icon={<Trash2 className="size-4.5" />}
              tone="danger"
              onSelect={() => setOpenDialog('delete')}
            >
              Delete
            </MenuItem>
          </Menu>
        </>
      )}
      {openDialog === 'move' && <MoveDialog receipt={receipt} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'delete' && <DeleteDialog receipt={receipt} onClose={() => setOpenDialog(undefined)} />}
    </div>
  )
}
