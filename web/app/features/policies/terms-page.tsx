import { paths } from '@docketbox/contract/core/paths'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { PolicyPage } from './policy-page.tsx'
import { Terms } from './terms.tsx'

export const meta = () =>
  pageMeta({
    title: 'Terms and conditions',
    description: `What you agree to when you sign up for ${product.name}: your records stay yours, what we keep, and what you pay.`,
    path: paths.terms,
  })

export default function TermsPage() {
  return (
    <PolicyPage title="Terms and conditions">
      <Terms heading="h2" />
    </PolicyPage>
  )
}
