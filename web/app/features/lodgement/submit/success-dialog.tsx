import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import type { Arrived } from './use-submit.ts'

type SuccessDialogProps = Arrived & { onClose: () => void }

/** It has arrived. However the dialog is closed, the way leads on. */
export function SuccessDialog({ reference, warning, onClose }: SuccessDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={lodgementTexts.dialogTitle}
      description={lodgementTexts.dialogText}
      actions={
        <Button wide onClick={onClose}>
          {lodgementTexts.dialogButton}
        </Button>
      }
    >
      <div className="flex items-center justify-between gap-4 rounded-md bg-well px-4 py-3">
        <p className="text-sm text-soft">
          Your reference
          <span className="figures block font-heading text-xl font-bold text-ink">{reference}</span>
        </p>
        <Stamp>Received</Stamp>
      </div>
      {warning && (
        <Notice tone="warning" className="mt-4">
          {warning}
        </Notice>
      )}
    </Dialog>
  )
}
