import { paths } from '@docketbox/contract/core/paths'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { Page } from '#ui/layout/page.tsx'
import { useRedirectSignedIn } from '../use-redirect-signed-in.ts'

export const meta = () =>
  pageMeta({ title: 'Welcome', description: `Create a ${product.name} account, or log in to yours.` })

const choices = [
  { to: paths.register, title: 'New User', text: 'Create an account. Your first 30 days are free.' },
  { to: paths.login, title: 'Registered User', text: 'Log in and pick up where you left off.' },
]

export default function WelcomePage() {
  useRedirectSignedIn()
  return (
    <Page title={`Welcome to ${product.name}`}>
      <ul className="grid gap-3">
        {choices.map(({ to, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex items-center gap-4 rounded-md border border-edge bg-sheet p-5 transition-colors duration-150 hover:border-leaf hover:bg-leaf-tint"
            >
              <span className="grow">
                <span className="block font-heading text-lg font-bold">{title}</span>
                <span className="block text-soft">{text}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-leaf" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
