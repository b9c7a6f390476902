import { paths } from '@docketbox/contract/core/paths'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { CircleCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { routesLoaded } from '#platform/offline/prefetch-routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Form, SubmitButton } from '#ui/forms/form.tsx'
import { DescriptionField } from '../pending/description-field.tsx'
import { FilePreview } from '../pending/file-preview.tsx'
import { FileRow } from '../pending/file-row.tsx'
import { useUploadForm } from '../pending/form.ts'
import { StickyActions } from '../pending/sticky-actions.tsx'
import type { PendingFile } from '../pending/store.ts'
import { cancelAllFiles } from '../pending/transfers.ts'

const messages = { noFile: receiptTexts.nothingPending, noDescription: receiptTexts.descriptionRequired }

/** The photo, uploading already, and its description. */
export function CapturedPhoto({ photo }: { photo: PendingFile }) {
  const { form } = useUploadForm('capture', messages)
  const navigate = useNavigate()
  return (
    <Form
      form={form}
      label="Describe the photo"
      className="grid gap-4"
      onSubmit={async () => {
        await routesLoaded('features/receipts/')
        void navigate(paths.preview, { state: { origin: 'capture' } })
      }}
    >
      <FilePreview file={photo} isSmall />
      {photo.state === 'uploaded' ? (
        <p className="-mt-2 flex items-center gap-1.5 text-sm text-soft">
          <CircleCheck className="size-4 text-leaf" aria-hidden="true" /> Uploaded
        </p>
      ) : (
        <ul aria-label="Photo upload">
          <FileRow file={photo} isFixed />
        </ul>
      )}
      <DescriptionField placeholder="What was it for?" rows={2} />
      <StickyActions>
        <Button variant="secondary" size="large" onClick={cancelAllFiles}>
          Retake
        </Button>
        <SubmitButton busy="One moment…" wide size="large">
          Save and Preview
        </SubmitButton>
      </StickyActions>
    </Form>
  )
}
