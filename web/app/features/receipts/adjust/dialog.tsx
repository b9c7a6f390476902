import { RotateCw, Scan, Undo2 } from 'lucide-react'
import type { Adjustment } from '@docketbox/contract/receipts/drafts/adjustment'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { outlineIn } from '../photo/judge.ts'
import { CornerEditor } from './corner-editor.tsx'
import { WHOLE_PICTURE } from './turned.ts'

type AdjustDialogProps = {
  picture: Blob | undefined
  /** The button's label while it's working. */
  busy: string | false
  problem?: string | undefined
  onAdjust: (adjustment: Adjustment) => void
  /** Undefined if it's as it was taken. */
  onUseOriginal?: (() => void) | undefined
  onClose: () => void
  /** The choice of the page. */
  pages?: ((hasChanges: boolean) => ReactNode) | undefined
}

type Picture = { aspect: number; found: Adjustment['corners'] | undefined }

/** Crops, straightens and turns a picture. Its corners start at the paper's edges. */
export function AdjustDialog(props: AdjustDialogProps) {
  const { picture, busy, problem, onAdjust, onUseOriginal, onClose, pages } = props
  const [loaded, setLoaded] = useState<Picture>()
  const [changed, setChanged] = useState<Partial<Adjustment>>({})
  const hasChanges = Object.keys(changed).length > 0 && !busy
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, onClose)
  const { corners = loaded?.found ?? WHOLE_PICTURE, turns = 0 } = changed

  const handleLoad = (image: HTMLImageElement) => {
    const { naturalWidth, naturalHeight } = image
    const outline = outlineIn(image, naturalWidth, naturalHeight)?.map(([x, y]) => [clamp(x), clamp(y)])
    setLoaded({ aspect: naturalWidth / naturalHeight || 0.75, found: outline as Picture['found'] })
  }
  return (
    <Dialog wide title="Adjust" onClose={requestClose}>
      <div className="grid gap-3">
        {pages?.(hasChanges)}
        {picture ? (
          <CornerEditor
            picture={picture}
            alt="Receipt to adjust"
            aspect={loaded?.aspect ?? 0.75}
            corners={corners}
            turns={turns}
            onChange={(next) => setChanged({ ...changed, corners: next })}
            onLoad={handleLoad}
          />
        ) : (
          <Skeleton className="h-[calc(44dvh+2.75rem)]" />
        )}
        <div className="flex flex-wrap gap-1">
          <Button
            variant="quiet"
            size="small"
            icon={RotateCw}
            onClick={() => setChanged({ ...changed, turns: (turns + 1) % 4 })}
          >
            Rotate
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={Scan}
            onClick={() => setChanged({ ...changed, corners: WHOLE_PICTURE })}
          >
            Whole photo
          </Button>
          {onUseOriginal && (
            <Button
              variant="quiet"
              size="small"
              icon={Undo2}
              aria-disabled={busy !== false}
              onClick={() => !busy && onUseOriginal()}
            >
              Use original
            </Button>
          )}
        </div>
        <ErrorNotice>{problem}</ErrorNotice>
        <Button wide size="large" busy={busy} disabled={!loaded} onClick={() => onAdjust({ corners, turns })}>
          Straighten
        </Button>
        <p className="text-center text-xs text-soft">We’ll keep the original photo.</p>
      </div>
      {confirmation}
    </Dialog>
  )
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share))
}
