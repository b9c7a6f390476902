import { pageMeta } from '#platform/meta'
import { product } from '#platform/product'
import { PageHeading } from '#ui/page-heading'

export const meta = () =>
  pageMeta({ title: product.name, description: 'Keep your receipts safe for five years.', path: '/' })

export default function LandingPage() {
  return (
    <main className="p-6">
      <PageHeading>Every docket, safe for five years.</PageHeading>
    </main>
  )
}
