import { lazy, memo, Suspense } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Its HTML is in the page; the script that brings it to life comes after the page's own. */
const LodgementForm = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./form/form.tsx'))).LodgementForm,
}))

export const meta = () =>
  pageMeta({
    title: 'Claims and Deductions',
    description:
      'Send us your claims and deductions for the income year: you, your spouse, investment property, dependents, residency and work related expenses, on one calm page.',
    path: '/lodgement',
  })

export default function LodgementPage() {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-8 px-4 pt-10 sm:px-6 sm:pt-14 lg:pb-20 noscript:pb-20">
      <div className="grid gap-3">
        <PageHeading className="text-4xl font-bold sm:text-5xl">Claims and Deductions</PageHeading>
        <p className="max-w-prose text-soft print:hidden">
          Six short sections, about ten minutes. What you type stays on this device until you press Submit, so
          you can stop and come back. This is general information, not tax advice.
        </p>
      </div>
      <p className="rounded-md border border-wattle/60 bg-wattle-tint px-4 py-3 text-sm text-wattle-deep not-noscript:hidden">
        This form needs JavaScript to be sent. You can read it here, or print it and fill it in by hand.
      </p>
      <TheForm />
    </div>
  )
}

/** Without props on purpose: the form may still be waiting for its script while the page around it changes. */
const TheForm = memo(function TheForm() {
  return (
    <div id="lodgement">
      <Suspense fallback={<Skeleton className="h-[180rem]" />}>
        <LodgementForm />
      </Suspense>
    </div>
  )
})
