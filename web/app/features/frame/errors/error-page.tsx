import { useLocation } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { TornDocket } from '#ui/feedback/drawings.tsx'
import { HomeLink } from '#ui/layout/home-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'

export const meta = () =>
  pageMeta({ title: 'Something went wrong', description: 'Something went wrong. Here’s how to get back.' })

const stateWithMessage = z.object({ message: z.string().min(1) })

export default function ErrorPage() {
  const { data } = stateWithMessage.safeParse(useLocation().state)
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <div className="w-28 text-clay">
        <TornDocket />
      </div>
      <PageHeading>Something went wrong</PageHeading>
      <p role="alert" className="text-soft">
        {data?.message ?? 'An unknown error occurred'}
      </p>
      <HomeLink />
    </div>
  )
}
