import { pageMeta } from '#platform/page/meta.ts'
import { NotFound } from '#ui/feedback/not-found.tsx'

export const meta = () => pageMeta({ title: 'Page not found' })

export default function NotFoundPage() {
  return <NotFound />
}
