import { pageMeta } from '#platform/page/meta.ts'
import { NotFound, WholeScreen } from '#ui/feedback/error-screen.tsx'

export const meta = () => pageMeta({ title: 'Page not found' })

export default function NotFoundPage() {
  return (
    <WholeScreen>
      <NotFound />
    </WholeScreen>
  )
}
