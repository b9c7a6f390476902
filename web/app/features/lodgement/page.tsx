import { paths } from '@docketbox/contract/core/paths'
import { lazy, memo, Suspense } from 'react'
import { retryOrReload } from '#platform/offline/retry-when-online.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { AboutForm } from './about-form.tsx'

/** Its HTML is prerendered; its script loads after the page's own. */
const ClaimsForm = lazy(async () => ({
  default: (await retryOrReload(() => import('./form/claims-form.tsx'))).ClaimsForm,
}))

export const meta = () =>
  pageMeta({
    title: 'Claims and Deductions',
    description:
      'Send us your claims and deductions for the income year: you, your spouse, investment property, dependants, residency and work-related expenses, all on one page.',
    path: paths.lodgement,
  })

export default function LodgementPage() {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 pt-10 sm:px-6 sm:pt-14 lg:pb-20 noscript:pb-20">
      <div className="grid gap-4">
        <PageHeading className="text-4xl font-bold sm:text-5xl">Claims and Deductions</PageHeading>
        <AboutForm tense="before" />
        <p className="max-w-prose text-soft print:hidden">
          Six short sections, about ten minutes. Your draft stays on this device until you submit or log out,
          so you can stop and come back. This is general information, not tax advice.
        </p>
      </div>
      <p className="rounded-md border border-wattle/60 bg-wattle-tint px-4 py-3 text-sm text-wattle-deep not-noscript:hidden">
        You need JavaScript to send this form. You can read it here, or print it and fill it in by hand.
      </p>
      <LazyForm />
    </div>
  )
}

/** Memoised without props: the page around it may re-render while the form's script is still loading. */
const LazyForm = memo(function LazyForm() {
  return (
    <div id="lodgement">
      <Suspense fallback={<Skeleton className="h-[180rem]" />}>
        <ClaimsForm />
      </Suspense>
    </div>
  )
})
