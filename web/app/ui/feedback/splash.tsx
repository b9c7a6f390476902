import { Spinner } from './spinner.tsx'

/** What a screen that is not pre-rendered shows until its script is here. */
export function Splash() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" size="large" />
    </main>
  )
}
