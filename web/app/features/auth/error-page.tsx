import { useLocation } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { TornDocket } from '#ui/feedback/drawings.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { messageIn } from './navigation-state.ts'

export const meta = () => pageMeta({ title: 'Something went wrong' })

export default function ErrorPage() {
  const message = messageIn(useLocation().state) ?? 'An unknown error occurred'
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <div className="w-28 text-clay">
        <TornDocket />
      </div>
      <PageHeading>Something went wrong</PageHeading>
      <p role="alert" className="text-soft">
        {message}
      </p>
      <ButtonLink to="/">Go to Homepage</ButtonLink>
    </div>
  )
}
