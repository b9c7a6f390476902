import { Lock } from 'lucide-react'
import { ButtonLink } from '#ui/forms/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

/** What stands where scanning and uploading would be, without a plan that opens them. */
export function ClosedPlace() {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-12 text-center">
      <Lock className="size-10 text-clay" aria-hidden="true" />
      <PageHeading>Adding receipts needs a plan</PageHeading>
      <p className="text-soft">
        Scan and Upload open again as soon as a plan runs. Every receipt you have kept stays yours to read and
        download.
      </p>
      <ButtonLink to="/subscription" className="mt-2">
        See the plans
      </ButtonLink>
      <TextLink to="/dashboard">Dashboard</TextLink>
    </div>
  )
}

/** Until it is known what the plan opens. */
export function OpeningPlace() {
  return (
    <div className="grid justify-items-center py-16">
      <Spinner label="One moment" size="large" />
    </div>
  )
}
