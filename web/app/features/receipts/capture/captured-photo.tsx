import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { CircleCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { routesLoaded } from '#platform/offline/prefetch-routes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Form, SubmitButton } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import type { PendingFile } from '../pending/store.ts'
import { UploadActions } from '../pending/actions.tsx'
import { UploadFileRow } from '../pending/file-row.tsx'
import { removeAllFiles } from '../pending/transfers.ts'
import { useUploadForm } from '../pending/form.ts'
import { UploadPicture } from '../pending/picture.tsx'

const sentences = { noFile: receiptTexts.nothingPending, noDescription: receiptTexts.descriptionRequired }

/** The photo that was taken, already on its way, and what it is of. */
export function CameraShot({ shot }: { shot: PendingFile }) {
  const { form } = useUploadForm('capture', sentences)
  const navigate = useNavigate()
  return (
    <Form
      form={form}
      label="Describe the photo"
      className="grid gap-4"
      onSubmit={async () => {
        await routesLoaded('features/receipts/')
        void navigate('/preview', { state: { origin: 'capture' } })
      }}
    >
      <UploadPicture file={shot} isSmall />
      {shot.state === 'arrived' ? (
        <p className="-mt-2 flex items-center gap-1.5 text-sm text-soft">
          <CircleCheck className="size-4 text-leaf" aria-hidden="true" /> Uploaded
        </p>
      ) : (
        <ul aria-label="Upload of the photo">
          <UploadFileRow file={shot} isFixed />
        </ul>
      )}
      <TextAreaField
        name="description"
        label="Description"
        placeholder="What was it for?"
        maxLength={2000}
        rows={2}
      />
      <TaxFileNumberWarning name="description" />
      <UploadActions>
        <Button variant="secondary" size="large" onClick={removeAllFiles}>
          Retake
        </Button>
        <SubmitButton busy="One moment…" wide size="large">
          Save and Preview
        </SubmitButton>
      </UploadActions>
    </Form>
  )
}
