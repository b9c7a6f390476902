import { lazy, memo, Suspense } from 'react'
import { retryOrReload } from '#platform/offline/retry-when-online.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from './section-heading.tsx'
import { whenVisible } from './when-visible.ts'

/** Their HTML is prerendered; their script loads when they come near the viewport. */
const Answers = lazy(async () => {
  await whenVisible('questions')
  return { default: (await retryOrReload(() => import('./answers.tsx'))).Answers }
})

/** Memoised without props: the answers may still be waiting for their script while the page around them renders again. */
export const Questions = memo(function Questions() {
  return (
    <section
      id="questions"
      aria-labelledby="questions-heading"
      className="mx-auto max-w-6xl px-4 py-20 sm:px-6 md:py-28"
    >
      <div className="grid gap-10 lg:grid-cols-[1fr_1.6fr]">
        <SectionHeading id="questions-heading" lead="Short answers to what people ask before they sign up.">
          Frequently asked questions
        </SectionHeading>
        <Suspense fallback={<Skeleton className="h-[36rem]" />}>
          <Answers />
        </Suspense>
      </div>
    </section>
  )
})
