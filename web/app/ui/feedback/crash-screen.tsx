import { homePath, readSession } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TornDocket } from './drawings.tsx'

/** Shown when rendering a screen threw an error. Both ways on reload the app. */
export function CrashScreen() {
  const session = readSession()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-16 text-center">
      <title>Something went wrong</title>
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="text-soft" role="alert">
        We couldn't show this page. Everything you've saved is safe.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.assign(homePath(session))}>
          {session ? 'Go to Dashboard' : 'Go to Homepage'}
        </Button>
      </div>
    </main>
  )
}
