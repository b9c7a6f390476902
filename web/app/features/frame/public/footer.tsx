import { paths } from '@docketbox/contract/core/paths'
import { useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { product } from '#platform/page/product.ts'
import { useSession } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { GumLeaf } from '#ui/feedback/drawings.tsx'
import { Input } from '#ui/controls/input.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { ThemeSwitch } from '#ui/theme/switch.tsx'
import { Brand } from '../brand.tsx'
import { useSectionLink } from './sections.ts'

export function PublicFooter() {
  const contact = useSectionLink('contact')
  return (
    <footer className="border-t border-line bg-well print:hidden">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:grid-cols-[1.1fr_1fr]">
        <div className="grid content-start gap-4">
          <Brand />
          <p className="max-w-sm text-soft">
            Join a community of Australians who keep their receipts in order and their evenings free at tax
            time.
          </p>
          <p>
            <a {...contact} className="font-semibold text-leaf-deep underline underline-offset-3">
              We’d love to hear from you. Contact us today!
            </a>
          </p>
          <ThemeSwitch />
        </div>
        <div className="grid content-start gap-6">
          <SignUpPrompt />
          <p className="text-sm text-soft">
            {product.name} offers general information, not tax advice. For advice about your own return, ask a
            registered tax agent or the{' '}
            <TextLink to="https://www.ato.gov.au">Australian Taxation Office</TextLink>.
          </p>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 text-sm text-soft sm:px-6">
          <p>
            © <Year /> {product.name}. All rights reserved.
          </p>
          <p className="-my-2 flex gap-x-6">
            <FooterLink to={paths.privacy}>Privacy</FooterLink>
            <FooterLink to={paths.terms}>Terms</FooterLink>
          </p>
          <p className="flex items-center gap-2">
            Designed with care in Lagos, Nigeria
            <span className="w-9 text-leaf">
              <GumLeaf />
            </span>
          </p>
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline-offset-3 hover:underline">
      {children}
    </Link>
  )
}

/** The email typed here isn't sent: the sign-up form asks for it. */
function SignUpPrompt() {
  const navigate = useNavigate()
  const session = useSession()
  if (session) return null
  return (
    <form
      action={paths.register}
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.register)
      }}
    >
      <label htmlFor="footer-email" className="text-sm font-semibold">
        Your email
      </label>
      <div className="flex gap-2">
        <Input
          id="footer-email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          className="min-w-0"
        />
        <Button type="submit" className="shrink-0">
          Sign up
        </Button>
      </div>
    </form>
  )
}

/** The current year, even if the page was built in another. */
function Year() {
  return useSyncExternalStore(
    () => () => undefined,
    () => new Date().getFullYear(),
    () => product.buildYear,
  )
}
