import { Button } from '#ui/forms/button.tsx'
import { TornDocket } from './drawings.tsx'

/** The last resort: a screen broke. Says so and offers a fresh start. */
export function Trouble() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-16 text-center">
      <title>Something went wrong</title>
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <h1 className="text-3xl">Something went wrong here</h1>
      <p className="text-soft" role="alert">
        This page could not be shown. Nothing that was saved is lost.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.assign('/')}>
          Go to Homepage
        </Button>
      </div>
    </main>
  )
}
