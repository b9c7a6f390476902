import { paths } from '@docketbox/contract/core/paths'
import type { ReactNode } from 'react'
import { TextLink } from '#ui/layout/text-link.tsx'
import { SupportEmail } from './support-email.tsx'

const terms: { title: string; text: ReactNode }[] = [
  {
    title: 'Your records stay yours',
    text: 'What you upload belongs to you. We keep it exactly as you sent it, no one else sees it unless you share it, and you can download all of it at any time, even after your plan ends.',
  },
  {
    title: 'General information, not tax advice',
    text: 'We keep your receipts and help you prepare. What you claim is up to you and your tax agent.',
  },
  {
    title: 'What we keep about you',
    text: (
      <>
        We keep what you enter and upload for as long as you have an account. You can close your account at
        any time, and reopen it for 30 days. After that we delete it, except for payment records the law
        requires us to keep. Our{' '}
        <TextLink to={paths.privacy} target="_blank">
          privacy policy
        </TextLink>{' '}
        has the details.
      </>
    ),
  },
  {
    title: 'Paying',
    text: 'The free trial lasts 30 days. It needs no card and won’t renew. Subscriptions renew automatically until you cancel them under Manage Subscription. Single months never renew. We always show the price before you pay.',
  },
  {
    title: 'Fair use',
    text: 'Only upload what’s yours, and nothing harmful. We may suspend accounts that break this rule.',
  },
]

/** The terms, for a dialog or below the heading of a page. Links open a new tab, because a form may be half filled in. */
export function Terms({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <div className="grid gap-4">
      {terms.map(({ title, text }) => (
        <section key={title}>
          <Heading className="font-semibold">{title}</Heading>
          <p className="text-soft">{text}</p>
        </section>
      ))}
      <p className="text-soft">
        Questions? Email <SupportEmail />.
      </p>
    </div>
  )
}
