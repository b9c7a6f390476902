import type { ReactNode } from 'react'
import { useTitle } from '#platform/page/use-title.ts'
import { homePath, readSession } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { HomeLink } from '#ui/layout/home-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TornDocket } from './drawings.tsx'

type ErrorMessageProps = { title: string; text: ReactNode; children: ReactNode }

/** Replaces a screen that failed: says what went wrong, with buttons to continue. */
function ErrorMessage({ title, text, children }: ErrorMessageProps) {
  return (
    <div className="mx-auto grid max-w-md gap-6 px-5 py-16 text-center">
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <PageHeading>{title}</PageHeading>
      <p className="text-soft" role="alert">
        {text}
      </p>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}

/** Says that there's no screen at this address. */
export function NotFound() {
  useTitle('Page not found')
  return (
    <ErrorMessage title="Page not found" text="The link may be out of date or mistyped.">
      <HomeLink />
    </ErrorMessage>
  )
}

/** Something instead of the whole screen. */
export function WholeScreen({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh content-center">{children}</main>
}

/** Shown when rendering a screen threw an error. Both buttons reload the app. */
export function CrashScreen() {
  const session = readSession()
  return (
    <WholeScreen>
      <title>Something went wrong</title>
      <ErrorMessage
        title="Something went wrong"
        text="We couldn’t show this page. Everything you’ve saved is safe."
      >
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.assign(homePath(session))}>
          {session ? 'Go to Dashboard' : 'Go to Homepage'}
        </Button>
      </ErrorMessage>
    </WholeScreen>
  )
}
