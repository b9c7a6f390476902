import { paths } from '@docketbox/contract/core/paths'
import { useLocation } from 'react-router'
import { longTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Stamp } from '#ui/data/stamp.tsx'

export const meta = () => pageMeta({ title: 'Download Successful!' })

/** The navigation state of this page. */
export type DownloadedZip = {
  fileName: string
  downloadedAt: string
  category: { _id: string; name: string }
}

/** Confirms a zip download. */
export default function SuccessPage() {
  const zip = useLocation().state as Partial<DownloadedZip> | null
  return (
    <Page width="message">
      <DocketCard className="grid gap-4 text-center">
        <div>
          <Stamp>Saved</Stamp>
        </div>
        <PageHeading>Download Successful!</PageHeading>
        {zip?.fileName && (
          <>
            <Perforation />
            <dl className="grid gap-3 text-left">
              <div>
                <dt className="text-sm text-soft">File</dt>
                <dd className="font-medium break-all">{zip.fileName}</dd>
              </div>
              {zip.downloadedAt && (
                <div>
                  <dt className="text-sm text-soft">Downloaded</dt>
                  <dd>{longTime(zip.downloadedAt)}</dd>
                </div>
              )}
            </dl>
          </>
        )}
      </DocketCard>
      <div className="grid gap-3">
        {zip?.category && (
          <ButtonLink to={paths.category(zip.category._id)} size="large" wide>
            Back to {zip.category.name}
          </ButtonLink>
        )}
        <ButtonLink to={paths.dashboard} size="large" wide variant={zip?.category ? 'secondary' : 'primary'}>
          Go to Dashboard
        </ButtonLink>
      </div>
    </Page>
  )
}
