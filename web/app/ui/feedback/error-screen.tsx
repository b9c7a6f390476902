import type { ReactNode } from 'react'
import { homePath, readSession } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TornDocket } from './drawings.tsx'

type ErrorScreenProps = { title: string; text: ReactNode; children: ReactNode }

/** A whole page that says what went wrong, with buttons to continue. */
export function ErrorScreen({ title, text, children }: ErrorScreenProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-16 text-center">
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <PageHeading>{title}</PageHeading>
      <p className="text-soft" role="alert">
        {text}
      </p>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </main>
  )
}

/** Shown when rendering a screen threw an error. Both buttons reload the app. */
export function CrashScreen() {
  const session = readSession()
  return (
    <ErrorScreen
      title="Something went wrong"
      text="We couldn’t show this page. Everything you’ve saved is safe."
    >
      <title>Something went wrong</title>
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <Button variant="secondary" onClick={() => window.location.assign(homePath(session))}>
        {session ? 'Go to Dashboard' : 'Go to Homepage'}
      </Button>
    </ErrorScreen>
  )
}
