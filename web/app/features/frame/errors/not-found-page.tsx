import { pageMeta } from '#platform/page/meta.ts'
import { ErrorScreen } from '#ui/feedback/error-screen.tsx'
import { HomeLink } from '#ui/layout/home-link.tsx'

export const meta = () => pageMeta({ title: 'Page not found' })

export default function NotFoundPage() {
  return (
    <ErrorScreen title="Page not found" text="The link may be out of date or mistyped.">
      <HomeLink />
    </ErrorScreen>
  )
}
