import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { StorageNotice } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { routesLoaded } from '#platform/offline/routes-loaded.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Form, SubmitButton } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { useReading } from '../capture/use-reading.ts'
import { DuplicateUpload } from '../duplicates/upload-notice.tsx'
import { DescriptionField } from '../pending/description-field.tsx'
import { FileRow } from '../pending/file/row.tsx'
import { useUploadForm } from '../pending/form.ts'
import { isUsable } from '../pending/limits.ts'
import { isBatch, usePendingUpload } from '../pending/store.ts'
import { removeRefused } from '../pending/transfers.ts'
import { typedEdit } from '../pending/typed-edit.ts'
import { UnsavedUploadNotice } from '../pending/progress/unsaved-notice.tsx'
import { SplitNotice } from '../to-file/row/split-offer.tsx'
import type { PendingFile } from '../pending/upload.ts'
import { UploadDrop } from './drop.tsx'
import { SeveralFiles } from './several.tsx'

export const meta = () => pageMeta({ title: 'Upload' })

const messages = { noFile: receiptTexts.chooseFile, noDescription: receiptTexts.describeToContinue }

/** Uploads files from this device while the description is typed. */
export default function UploadPage() {
  const { form, files, otherUpload, isSaving } = useUploadForm('custom-upload', messages)
  const navigate = useNavigate()
  const pending = usePendingUpload()
  const count = files.filter(isUsable).length
  const isSeparate = isBatch(pending) && count > 1
  const isOne = pending?.isOneReceipt === true && count > 1
  // Separate receipts are pointed out in To file.
  const { duplicate, splitsInto } = useReading(isSeparate ? [] : files, { isSaving })

  useEffect(() => {
    // They're described in To file.
    if (isSeparate) form.clearErrors()
  }, [isSeparate, form])

  const handleSubmit = async () => {
    await routesLoaded('features/receipts/')
    const refused = removeRefused()
    if (refused.length > 0) toast.info(`Not uploaded: ${refused.join(', ')}`, { durationMs: 5000 })
    void navigate(paths.preview, { state: { origin: 'custom-upload' } })
  }
  return (
    <Page
      width="form"
      title="Upload a receipt"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      lead={
        isSaving
          ? 'Saving…'
          : isOne
            ? 'These files become one receipt.'
            : 'Each file becomes its own receipt.'
      }
    >
      <Form form={form} onSubmit={handleSubmit} label="Upload a receipt">
        <UnsavedUploadNotice pending={otherUpload} />
        <StorageNotice />
        <UploadDrop hasFiles={files.length > 0} />
        <SeveralFiles files={files} isOne={pending?.isOneReceipt ?? false} />
        <output className="sr-only">{uploadedText(files.filter(isUsable))}</output>
        {files.length > 0 && (
          <ul aria-label="Chosen files" className="grid grid-cols-1 gap-2">
            {files.map((file) => (
              <FileRow key={file.id} file={file} isFixed={isSaving} />
            ))}
          </ul>
        )}
        {isSeparate ? (
          <StickyActions>
            <ButtonLink to={paths.toFile} wide size="large">
              Continue with {count} receipts
            </ButtonLink>
          </StickyActions>
        ) : (
          <>
            {duplicate && pending && (
              <DuplicateUpload draft={{ ...duplicate, edit: typedEdit(pending) }} files={files} />
            )}
            <SplitNotice splitsInto={splitsInto} />
            <DescriptionField placeholder="What was it for? (required)" readOnly={isSaving} />
            <StickyActions>
              <SubmitButton busy="Preparing…" wide size="large">
                Continue
              </SubmitButton>
            </StickyActions>
          </>
        )}
      </Form>
    </Page>
  )
}

/** Says to screen readers what has arrived; each file says itself why it hasn’t. */
function uploadedText(files: readonly PendingFile[]): string {
  const uploaded = files.filter(({ state }) => state === 'uploaded')
  if (uploaded.length === 0) return ''
  return `Uploaded ${files.length === 1 ? uploaded[0]!.name : `${uploaded.length} of ${files.length}`}.`
}
