import { paths, withQuery } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { isComplete, isUploaded, NothingPending } from '../pending/nothing-pending.tsx'
import { useSaveState } from '../pending/saving.ts'
import { usePendingUpload } from '../pending/store.ts'
import type { Origin, PendingUpload } from '../pending/upload.ts'
import { retryFailed } from '../pending/transfers.ts'
import { FileCard } from './file-card.tsx'

export const meta = () => pageMeta({ title: 'Preview' })

/** Shows the pending upload before it's saved in a category. */
export default function PreviewPage() {
  const pending = usePendingUpload()
  const save = useLatestSave(pending)
  useEffect(retryFailed, [])
  if (isComplete(pending)) return <Preview pending={pending} />
  if (save?.data) return <Navigate to={paths.category(save.data.category)} replace />
  return save?.status === 'pending' ? null : <NothingPending />
}

/** The save of the upload shown here: once it succeeds, the pending upload is gone. */
function useLatestSave(pending: PendingUpload | undefined) {
  const [saveKey, setSaveKey] = useState(pending?.saveKey)
  if (pending && pending.saveKey !== saveKey) setSaveKey(pending.saveKey)
  return useSaveState(saveKey)
}

const originPaths: Record<Origin, string> = {
  capture: paths.capture,
  'custom-upload': paths.upload,
  'to-file': paths.toFile,
}

/** Where Retake leads. Of several pages only one may be blurred, so they stay. */
function retakePath({ origin, files }: PendingUpload): string {
  const isOnePhoto = origin === 'capture' && files.length === 1
  return isOnePhoto ? withQuery(paths.capture, { reload: 'true' }) : originPaths[origin]
}

function Preview({ pending }: { pending: PendingUpload }) {
  const { isWaiting, proceed } = useProceedOnceUploaded(pending)
  const { description, files } = pending
  return (
    <Page width="form" title="Preview">
      {files.map((file) => (
        <FileCard key={file.id} file={file} isOnly={files.length === 1} />
      ))}
      <section aria-labelledby="description">
        <h2 id="description" className="text-sm font-semibold text-soft">
          Description
        </h2>
        <p className="break-words whitespace-pre-wrap">{description.trim()}</p>
      </section>
      <StickyActions>
        <ButtonLink to={retakePath(pending)} variant="secondary" size="large">
          Retake
        </ButtonLink>
        <Button
          wide
          size="large"
          disabled={files.some(({ state }) => state === 'refused')}
          busy={isWaiting && 'Uploading…'}
          onClick={proceed}
        >
          Save to Category
        </Button>
      </StickyActions>
    </Page>
  )
}

/** Continues to the categories as soon as every file is uploaded. */
function useProceedOnceUploaded(pending: PendingUpload) {
  const [isRequested, setIsRequested] = useState(false)
  const navigate = useNavigate()
  const isReady = isUploaded(pending)
  const isStuck = pending.files.some(({ state }) => state === 'failed' || state === 'refused')

  useEffect(() => {
    if (!isRequested || !isReady) return
    toast.success(receiptTexts.described)
    void navigate(paths.chooseCategory)
  }, [isRequested, isReady, navigate])

  return {
    isWaiting: isRequested && !isReady && !isStuck,
    proceed: () => {
      retryFailed()
      setIsRequested(true)
    },
  }
}
