import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Origin, type PendingUpload, usePendingUpload } from '../pending/store.ts'
import { UploadActions } from '../pending/actions.tsx'
import { resumeUploads } from '../pending/transfers.ts'
import { hasArrived, isDescribed, NothingPending } from '../pending/nothing-pending.tsx'
import { useSavingOf } from '../pending/queries.ts'
import { UploadSheet } from './file-card.tsx'

export const meta = () => pageMeta({ title: 'Preview' })

/** A last look before it is filed. */
export default function PreviewPage() {
  const pending = usePendingUpload()
  const saving = useSavingHere(pending)
  useEffect(resumeUploads, [])
  if (isDescribed(pending)) return <Preview pending={pending} />
  if (saving?.data) return <Navigate to={`/categories/${saving.data.category}`} replace />
  return saving?.status === 'pending' ? null : <NothingPending />
}

/** A category was pressed before the way back here: the upload is saved, and gone from here. */
function useSavingHere(pending: PendingUpload | undefined) {
  const [saveKey, setSaveKey] = useState(pending?.saveKey)
  if (pending && pending.saveKey !== saveKey) setSaveKey(pending.saveKey)
  return useSavingOf(saveKey)
}

const waysBack: Record<Origin, string> = {
  capture: '/capture?reload=true',
  'custom-upload': '/custom-upload',
}

function Preview({ pending }: { pending: PendingUpload }) {
  const save = useGoOnceArrived(pending)
  const { description, files, origin } = pending
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading>Preview</PageHeading>
      <div className="mt-5 grid gap-4">
        {files.map((file) => (
          <UploadSheet key={file.id} file={file} isOnly={files.length === 1} />
        ))}
        <section aria-labelledby="description">
          <h2 id="description" className="text-sm font-semibold text-soft">
            Description
          </h2>
          <p className="break-words whitespace-pre-wrap">{description.trim()}</p>
        </section>
        <UploadActions>
          <ButtonLink to={waysBack[origin] ?? '/dashboard'} variant="secondary" size="large">
            Retake
          </ButtonLink>
          <Button
            wide
            size="large"
            disabled={files.some(({ state }) => state === 'refused')}
            busy={save.isWaiting && 'Uploading…'}
            onClick={save.go}
          >
            Save to Category
          </Button>
        </UploadActions>
      </div>
    </div>
  )
}

/** Goes on to the categories; when files are still on their way, as soon as they have arrived. */
function useGoOnceArrived(pending: PendingUpload) {
  const [isWanted, setIsWanted] = useState(false)
  const navigate = useNavigate()
  const isHere = hasArrived(pending)
  const isStuck = pending.files.some(({ state }) => state === 'failed' || state === 'refused')

  useEffect(() => {
    if (!isWanted || !isHere) return
    toast.success(receiptTexts.described)
    void navigate('/category')
  }, [isWanted, isHere, navigate])

  return {
    isWaiting: isWanted && !isHere && !isStuck,
    go: () => {
      resumeUploads()()
      setIsWanted(true)
    },
  }
}
