import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { AlertDialog, Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { Row, Shelf } from './shelf.tsx'

export function OverlayShelf() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Shelf title="Overlays">
      <Row>
        <Dialog
          title="Move a file"
          description="Its versions move with it."
          trigger={<Button variant="secondary">Dialog</Button>}
          actions={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
              <Button>Move</Button>
            </>
          }
        >
          <p>Choose a category.</p>
        </Dialog>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Confirmation
        </Button>
        <AlertDialog
          title="Are you sure you want to delete Shell.pdf?"
          open={isAsking}
          onClose={() => setIsAsking(false)}
          confirm="Delete"
          onConfirm={() => {
            setIsAsking(false)
            toast.success('File deleted successfully!', {
              durationMs: 5000,
              action: { label: 'Undo', onPress: () => toast.info('Receipt restored.') },
            })
          }}
        >
          It stays in the bin for 30 days.
        </AlertDialog>
        <Menu trigger={<Button variant="secondary">Menu</Button>}>
          <MenuItem icon={<Pencil className="size-4.5" />} onSelect={() => undefined}>
            Edit
          </MenuItem>
          <MenuItem icon={<Copy className="size-4.5" />} onSelect={() => undefined}>
            Move
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 className="size-4.5" />} tone="danger" onSelect={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
        <Tooltip text="Tuesday, 3 March 2026 at 4:05 pm">
          <Button variant="quiet">Tooltip</Button>
        </Tooltip>
      </Row>
      <Row>
        <Button variant="secondary" onClick={() => toast.success('File moved successfully!')}>
          Success toast
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Failed to move the file.')}>
          Error toast
        </Button>
        <Button variant="secondary" onClick={() => toast.info('Free Trial Activated!', { durationMs: 5000 })}>
          Information toast
        </Button>
      </Row>
    </Shelf>
  )
}
