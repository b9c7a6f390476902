import { isImageType } from '@docketbox/contract/receipts/file-types'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { Crop, FileText, ImageOff, Lock, Scissors } from 'lucide-react'
import { useState } from 'react'
import { useNearViewport } from '#platform/page/use-near-viewport.ts'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { AdjustPhotos } from '../../adjust/adjust-photos.tsx'
import { SplitDialog } from '../../adjust/split-dialog.tsx'
import type { Corners } from '../../adjust/turned.ts'
import { FilePreview } from '../../pending/file/preview.tsx'
import type { PendingFile } from '../../pending/upload.ts'
import { useBlobUrl } from '../../use-blob-url.ts'
import { draftThumbnail } from '../queries.ts'
import { fileNameOf } from './row-values.ts'

type DraftImageProps = { draft: Draft; onSplit: (receipts: Corners[]) => void }

/** The small picture of a draft, which opens it in full. From there, it can be adjusted, and one of several receipts split. */
export function DraftImage({ draft, onSplit }: DraftImageProps) {
  const [changing, setChanging] = useState<'adjust' | 'split'>()
  const stopChanging = () => setChanging(undefined)
  const [buttonRef, isNear] = useNearViewport()
  const { data, isError } = useQuery({
    ...draftThumbnail(draft),
    enabled: isNear && draft.preview === 'image',
  })
  const ref = useBlobUrl(data)
  const Icon = draft.preview === 'locked' ? Lock : isError ? ImageOff : FileText
  const image = (
    <Dialog
      wide
      title={fileNameOf(draft)}
      trigger={
        <button
          ref={buttonRef}
          type="button"
          aria-label={`View ${fileNameOf(draft)}`}
          className="grid size-16 place-items-center xl:size-20 overflow-hidden rounded-md border border-line bg-well text-soft hover:border-leaf"
        >
          {data ? (
            <img
              ref={ref}
              alt=""
              width={64}
              height={64}
              className="size-full object-cover dark:brightness-75"
            />
          ) : draft.preview === 'image' && !isError ? (
            isNear && <Skeleton className="size-full" />
          ) : (
            <Icon className="size-6" aria-hidden="true" />
          )}
        </button>
      }
    >
      <FilePreview file={uploadedFrom(draft)} />
      {draft.preview === 'image' && isImageType(draft.type) && (
        <div className="mt-2 flex flex-wrap gap-1">
          <DialogClose asChild>
            <Button variant="quiet" size="small" icon={Crop} onClick={() => setChanging('adjust')}>
              Adjust
            </Button>
          </DialogClose>
          <DialogClose asChild>
            <Button variant="quiet" size="small" icon={Scissors} onClick={() => setChanging('split')}>
              Several receipts? Split the photo
            </Button>
          </DialogClose>
        </div>
      )}
    </Dialog>
  )
  return (
    <>
      {image}
      {changing === 'adjust' && <AdjustPhotos files={[uploadedFrom(draft)]} onClose={stopChanging} />}
      {changing === 'split' && <SplitDialog draft={draft} onSplit={onSplit} onClose={stopChanging} />}
    </>
  )
}

/** A draft as a file of an upload, without its bytes. */
export function uploadedFrom(draft: Draft): PendingFile {
  const { uri, title, type, size } = draft
  return { id: uri, name: title, type, sizeBytes: size, sentBytes: size, state: 'uploaded', draft }
}
