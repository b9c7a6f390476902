import { paths } from '@docketbox/contract/core/paths'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { PolicyPage } from './policy-page.tsx'
import { retention, sections } from './privacy.tsx'

export const meta = () =>
  pageMeta({
    title: 'Privacy policy',
    description: `What ${product.name} knows about you, who sees it, how long we keep it, and how to get it or have it deleted.`,
    path: paths.privacy,
  })

/** The privacy policy (Privacy Act 1988, Australian Privacy Principle 1). */
export default function PrivacyPage() {
  return (
    <PolicyPage
      title="Privacy policy"
      lead="Receipts say a lot about a person. We keep yours so that you have them, and use them for nothing else."
    >
      {sections.map(({ title, paragraphs }) => (
        <section key={title} className="grid max-w-prose gap-2">
          <h2 className="text-xl font-semibold">{title}</h2>
          {paragraphs.map((paragraph, position) => (
            <p key={position} className="text-soft">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <section className="grid gap-3">
        <h2 className="text-xl font-semibold">How long we keep it</h2>
        <dl className="border-t border-line">
          {retention.map(({ what, until }) => (
            <div key={what} className="grid gap-1 border-b border-line py-3 sm:grid-cols-2 sm:gap-6">
              <dt className="font-semibold">{what}</dt>
              <dd className="text-soft">{until}</dd>
            </div>
          ))}
        </dl>
      </section>
    </PolicyPage>
  )
}
