import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { PagedList } from '#ui/data/paged-list.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { DropTarget } from '#ui/fields/drop-target.tsx'
import { Page } from '#ui/layout/page.tsx'
import { AddReceiptLink } from '../add-receipt-link.tsx'
import { DiscardedUploads } from '../discarded/uploads.tsx'
import { OutgoingNotice } from '../outgoing/notice.tsx'
import { acceptedExtensions } from '../pending/limits.ts'
import { isBatch, usePendingUpload } from '../pending/store.ts'
import { useFileIntake } from '../pending/use-file-intake.ts'
import { draftPage } from './queries.ts'
import { ToFileTable } from './table.tsx'
import { useEdits } from './use-edits.ts'
import { useFiling } from './use-filing.ts'
import { UploadProgress, useIsUploading } from '../pending/progress/upload-progress.tsx'

export const meta = () => pageMeta({ title: 'To file' })

export default function ToFilePage() {
  const { page } = useListParams()
  const isUploading = useIsUploading()
  const drafts = useQuery(draftPage(page, isUploading))
  const { data: all = [] } = useQuery(categories)
  const edits = useEdits()
  const filing = useFiling(edits)
  const pending = usePendingUpload()
  const { rules, handleFiles } = useFileIntake(isBatch(pending) ? pending.origin : 'to-file')
  return (
    <DropTarget aria-label="Receipt files" accept={acceptedExtensions(rules)} onFiles={handleFiles}>
      <Page
        title="To file"
        lead={
          <>
            Check what we read, then file each receipt.
            <span className="pointer-coarse:hidden"> Drop or paste more at any time.</span>
          </>
        }
        actions={
          <AddReceiptLink by="upload" variant="secondary">
            Upload
          </AddReceiptLink>
        }
      >
        <OutgoingNotice />
        <UploadProgress />
        <PagedList
          label="To file"
          query={drafts}
          loading={
            <Loading
              label="Loading uploads"
              blocks={['h-11', 'h-96 xl:h-32', 'h-96 xl:h-32', 'h-96 xl:h-32']}
            />
          }
          error="We couldn’t load your uploads."
          empty={
            isUploading ? null : (
              <EmptyState
                title="Nothing to file."
                action={<AddReceiptLink by="scan">Scan a receipt</AddReceiptLink>}
              >
                Photos and files you add wait here until you file them.
              </EmptyState>
            )
          }
        >
          {(docs, { totalDocs }) => (
            <ToFileTable drafts={docs} total={totalDocs} categories={all} edits={edits} filing={filing} />
          )}
        </PagedList>
        <DiscardedUploads onRestore={filing.restoreRow} />
      </Page>
    </DropTarget>
  )
}
