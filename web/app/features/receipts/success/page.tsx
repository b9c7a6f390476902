import { useLocation } from 'react-router'
import { exactTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import type { Downloaded } from '../receipt/download-file.ts'

export const meta = () => pageMeta({ title: 'Download Successful!' })

/** A file was saved: which, and when. */
export default function SuccessPage() {
  const given = useLocation().state as Partial<Downloaded> | null
  return (
    <div className="mx-auto grid max-w-md gap-8 pt-6">
      <DocketCard className="grid gap-4 text-center">
        <div>
          <Stamp>Saved</Stamp>
        </div>
        <PageHeading>Download Successful!</PageHeading>
        {given?.fileName && (
          <>
            <Perforation />
            <dl className="grid gap-3 text-left">
              <div>
                <dt className="text-sm text-soft">File</dt>
                <dd className="font-medium break-all">{given.fileName}</dd>
              </div>
              {given.downloadedAt && (
                <div>
                  <dt className="text-sm text-soft">Downloaded</dt>
                  <dd>{exactTime(given.downloadedAt)}</dd>
                </div>
              )}
            </dl>
          </>
        )}
      </DocketCard>
      <ButtonLink to="/dashboard" size="large" wide>
        Go to Dashboard
      </ButtonLink>
    </div>
  )
}
