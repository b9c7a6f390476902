import { MAX_PARTS } from '@docketbox/contract/receipts/drafts/adjustment'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { draftPreview } from '../pending/queries.ts'
import { CornerEditor } from './corner-editor.tsx'
import type { Corners } from './turned.ts'

type SplitDialogProps = {
  draft: Draft
  onSplit: (receipts: Corners[]) => void
  onClose: () => void
}

/** Cuts several receipts out of a photo: each has four corners to move. */
export function SplitDialog({ draft, onSplit, onClose }: SplitDialogProps) {
  const { data: picture, error } = useQuery(draftPreview(draft))
  const [aspect, setAspect] = useState<number>()
  const [changed, setChanged] = useState<Corners[]>()
  const [current, setCurrent] = useState(0)
  const { requestClose, confirmation } = useConfirmDiscard(changed !== undefined, onClose)
  const areas = changed ?? (aspect !== undefined && aspect > 1 ? SIDE_BY_SIDE : ONE_ABOVE_ANOTHER)

  const change = (next: Corners[], index: number) => {
    setChanged(next)
    setCurrent(index)
  }
  return (
    <Dialog
      wide
      title="Split the photo"
      description="Move the corners to the edges of each receipt."
      onClose={requestClose}
    >
      <div className="grid gap-3">
        {picture ? (
          <CornerEditor
            picture={picture}
            alt="Photo to split"
            aspect={aspect ?? 0.75}
            corners={areas[current]!}
            others={areas.filter((_, index) => index !== current)}
            onChange={(corners) => change(areas.with(current, corners), current)}
            onLoad={({ naturalWidth, naturalHeight }) => setAspect(naturalWidth / naturalHeight || 0.75)}
          />
        ) : (
          <Skeleton className="h-[calc(44dvh+2.75rem)]" />
        )}
        <fieldset aria-label="Receipts in the photo" className="flex flex-wrap items-center gap-1">
          {areas.map((_, index) => (
            <Button
              key={index}
              variant={index === current ? 'secondary' : 'quiet'}
              size="small"
              aria-pressed={index === current}
              onClick={() => setCurrent(index)}
            >
              Receipt {index + 1}
            </Button>
          ))}
          {areas.length < MAX_PARTS && (
            <Button
              variant="quiet"
              size="small"
              icon={Plus}
              onClick={() => change([...areas, IN_THE_MIDDLE], areas.length)}
            >
              Add another
            </Button>
          )}
          {areas.length > 2 && (
            <Button
              variant="quiet"
              size="small"
              icon={Trash2}
              onClick={() => change(areas.toSpliced(current, 1), Math.max(0, current - 1))}
            >
              Remove receipt {current + 1}
            </Button>
          )}
        </fieldset>
        <ErrorNotice>{error?.message}</ErrorNotice>
        <Button
          wide
          size="large"
          disabled={aspect === undefined}
          onClick={() => {
            onClose()
            onSplit(areas)
          }}
        >
          Split into {areas.length} receipts
        </Button>
        <p className="text-center text-xs text-soft">We’ll keep the original photo.</p>
      </div>
      {confirmation}
    </Dialog>
  )
}

const SIDE_BY_SIDE = [rectangle(0.02, 0.02, 0.49, 0.98), rectangle(0.51, 0.02, 0.98, 0.98)]
const ONE_ABOVE_ANOTHER = [rectangle(0.02, 0.02, 0.98, 0.49), rectangle(0.02, 0.51, 0.98, 0.98)]
const IN_THE_MIDDLE = rectangle(0.3, 0.3, 0.7, 0.7)

function rectangle(left: number, top: number, right: number, bottom: number): Corners {
  return [[left, top], [right, top], [right, bottom], [left, bottom]] // prettier-ignore
}
