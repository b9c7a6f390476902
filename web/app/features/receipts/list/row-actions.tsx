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

/** In the row around them, on hover and focus; always on phones and where nothing can hover. */
const onHover =
  'md:pointer-fine:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 data-[state=open]:opacity-100'

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
    <div className="flex shrink-0 justify-end">
      <IconButton
        label={`Download ${title}`}
        className={classNames('max-md:hidden @max-[32rem]:hidden', onHover)}
        onClick={download}
        disabled={isDownloading}
      >
        {isDownloading ? <Spinner /> : <Download className="size-5" />}
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton label={`More actions for ${title}`} className={onHover}>
            <EllipsisVertical className="size-5" />
          </IconButton>
        }
      >
        <MenuItem icon={<Download className="size-4.5" />} onSelect={download}>
          Download
        </MenuItem>
        <MenuItem icon={<Pencil className="size-4.5" />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuLink {...reviewLink} icon={<ScanSearch className="size-4.5" />}>
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
      {openDialog === 'move' && <MoveDialog receipt={receipt} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog receipt={receipt} onClose={close} />}
    </div>
  )
}
