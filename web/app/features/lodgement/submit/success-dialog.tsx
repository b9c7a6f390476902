import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { Stamp } from '#ui/data/stamp.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { AboutForm } from '../about-form.tsx'
import type { SubmitResult } from './use-submit.ts'

type SuccessDialogProps = SubmitResult & {
  /** The income year that keeps a copy, as in `2025–26`; undefined for guests. */
  keptIn: string | undefined
  onClose: () => void
}

/** Confirms that we have the form, and that it isn't a tax return. */
export function SuccessDialog({ reference, isConfirmed, warning, keptIn, onClose }: SuccessDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={lodgementTexts.dialogTitle}
      actions={
        <Button wide onClick={onClose}>
          {lodgementTexts.dialogButton}
        </Button>
      }
    >
      <div className="grid gap-4">
        <AboutForm tense="after" />
        <p className="text-sm text-soft">
          {isConfirmed ? lodgementTexts.dialogText : lodgementTexts.dialogTextWithoutEmail}
        </p>
        <div className="flex items-center justify-between gap-4 rounded-md bg-well px-4 py-3">
          <p className="text-sm text-soft">
            Your reference
            <span className="figures block font-heading text-xl font-bold text-ink">{reference}</span>
          </p>
          <Stamp>Received</Stamp>
        </div>
        {keptIn && (
          <p className="text-sm text-soft">
            We’ve kept a copy with your records for {keptIn}. Only you can see it there.
          </p>
        )}
        {warning && <Notice tone="warning">{warning}</Notice>}
      </div>
    </Dialog>
  )
}
