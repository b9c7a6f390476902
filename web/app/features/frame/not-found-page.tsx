import { pageMeta } from '#platform/meta'
import { NotFound } from '#ui/not-found'

export const meta = () => pageMeta({ title: 'Page not found' })

export default function NotFoundPage() {
  return <NotFound />
}
