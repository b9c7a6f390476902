import { paths } from '@docketbox/contract/core/paths'
import { useSectionLink } from '#features/frame'
import { homePath, useSession } from '#platform/session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { CounterScene } from './counter-scene.tsx'

export function Hero() {
  const session = useSession()
  const learnMore = useSectionLink('how-it-works')
  return (
    <section
      id="home"
      tabIndex={-1}
      aria-labelledby="home-heading"
      className="relative overflow-clip outline-none"
    >
      <div aria-hidden="true" className="ledger absolute inset-0" />
      <div className="relative mx-auto grid max-w-6xl items-center gap-x-12 gap-y-14 px-4 pt-12 pb-20 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-20 md:pb-28">
        <div className="grid gap-6">
          <PageHeading
            id="home-heading"
            className="max-w-[20.5rem] text-[2.75rem] leading-[1.02] font-bold sm:max-w-none sm:text-6xl lg:text-7xl"
          >
            Every docket, safe for five years.
          </PageHeading>
          <p className="max-w-[34rem] text-lg text-soft sm:text-xl">
            Photograph a receipt, and we’ll read the supplier, date and total. File it with a tap. At tax
            time, your totals and receipts are ready for you and your tax agent. Made for Australians who
            claim work expenses.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={session ? homePath(session) : paths.register} size="large">
              {session ? 'Go to Dashboard' : 'Sign up'}
            </ButtonLink>
            <ButtonLink to={learnMore.href} onClick={learnMore.onClick} size="large" variant="secondary">
              Learn More
            </ButtonLink>
          </div>
          {/* Keeps its space: the page is prerendered for guests. */}
          <p className={classNames('text-sm text-soft', session && 'invisible')}>
            30 days free, no card needed. Plans from $4.99 a month.
          </p>
        </div>
        <CounterScene />
      </div>
    </section>
  )
}
