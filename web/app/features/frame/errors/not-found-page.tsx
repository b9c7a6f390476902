import { pageMeta } from '#platform/page/meta.ts'
import { NotFound, WholeScreen } from '#ui/feedback/error-screen.tsx'

export const meta = () =>
  pageMeta({
    title: 'Page not found',
    description: 'There’s no page at this address. The link may be out of date or mistyped.',
  })

export default function NotFoundPage() {
  return (
    <WholeScreen>
      <NotFound />
    </WholeScreen>
  )
}
