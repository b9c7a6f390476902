import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { Download, EllipsisVertical, FolderInput, Pencil, ScanSearch, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Menu, MenuItem, MenuLink } from '#ui/overlay/menu.tsx'
import { useDownloadFile } from '../file/use-download.ts'
import { DeleteDialog } from '../receipt/delete-dialog.tsx'
import { MoveDialog } from '../receipt/move-dialog.tsx'
import { useReviewLink } from '../review/use-review-link.ts'

/** With a pointer that hovers, they cover the row's last column if there's room for it; otherwise they're beside it. */
const containerClassNames = classNames(
  'flex shrink-0 justify-end md:pointer-fine:@min-[52rem]:absolute md:pointer-fine:inset-y-0 md:pointer-fine:right-0',
  'md:pointer-fine:bg-well md:pointer-fine:opacity-0 md:pointer-fine:group-hover:opacity-100',
  'md:pointer-fine:focus-within:opacity-100 md:pointer-fine:has-data-[state=open]:opacity-100',
)

type RowActionsProps = {
  receipt: Receipt
  /** Starts editing the file's title. */
  onEdit: () => void
}

/** A receipt's download, and a menu of what else can be done with it. */
export function RowActions({ receipt, onEdit }: RowActionsProps) {
  const { downloadFile, isDownloading } = useDownloadFile()
  const [openDialog, setOpenDialog] = useState<'move' | 'delete'>()
  const reviewLink = useReviewLink(receipt._id)
  const title = receiptTitle(receipt)
  const download = () => void downloadFile(receipt, receipt.file[0]!)
  const close = () => setOpenDialog(undefined)
  return (
    <div className={containerClassNames}>
      <IconButton
        label={`Download ${title}`}
        className="max-md:hidden @max-[32rem]:pointer-coarse:hidden @max-[52rem]:pointer-fine:hidden"
        onClick={download}
        disabled={isDownloading}
      >
        {isDownloading ? <Spinner /> : <Download className="size-5" />}
      </IconButton>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={`More actions for ${title}`} />}>
        <MenuItem icon={Download} onSelect={download}>
          Download
        </MenuItem>
        <MenuItem icon={Pencil} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuLink {...reviewLink} icon={ScanSearch}>
          Review
        </MenuLink>
        <MenuItem icon={FolderInput} onSelect={() => setOpenDialog('move')}>
          Move
        </MenuItem>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpenDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {openDialog === 'move' && <MoveDialog receipt={receipt} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog receipt={receipt} onClose={close} />}
    </div>
  )
}
