import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { useNavigate } from 'react-router'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { pageMeta } from '#platform/page/meta.ts'
import { routesLoaded } from '#platform/offline/prefetch-routes.ts'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Form, SubmitButton } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { UploadActions } from '../pending/actions.tsx'
import { UploadDrop } from './drop.tsx'
import { UploadFileRow } from '../pending/file-row.tsx'
import { removeRefused } from '../pending/transfers.ts'
import { useUploadForm } from '../pending/form.ts'
import { Unfinished } from '../pending/unfinished.tsx'

export const meta = () => pageMeta({ title: 'Upload' })

const sentences = { noFile: receiptTexts.chooseFile, noDescription: receiptTexts.describeToContinue }

/** Files from this device become a receipt. They are on their way while the description is typed. */
export default function CustomUploadPage() {
  const { form, files, other } = useUploadForm('custom-upload', sentences)
  const navigate = useNavigate()

  const goOn = async () => {
    await routesLoaded('features/receipts/')
    const refused = removeRefused()
    if (refused.length > 0) toast.info(`Left out: ${refused.join(', ')}`, { durationMs: 5000 })
    void navigate('/preview', { state: { origin: 'custom-upload' } })
  }
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to="/dashboard">Dashboard</BackLink>
      <PageHeading>Upload a receipt</PageHeading>
      <p className="mt-1 mb-5 text-soft">Files chosen together become one receipt.</p>
      <Form form={form} onSubmit={goOn} label="Upload a receipt">
        <Unfinished other={other} />
        <UploadDrop />
        {files.length > 0 && (
          <ul aria-label="Chosen files" className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {files.map((file) => (
              <UploadFileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
        <TextAreaField
          name="description"
          label="Description"
          placeholder="What was it for? (required)"
          maxLength={2000}
        />
        <TaxFileNumberWarning name="description" />
        <UploadActions>
          <SubmitButton busy="One moment…" wide size="large">
            Continue
          </SubmitButton>
        </UploadActions>
      </Form>
    </div>
  )
}
