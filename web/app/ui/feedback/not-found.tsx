import { ButtonLink } from '#ui/forms/button.tsx'
import { TornDocket } from './drawings.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'

/** There is nothing at this address. */
export function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-16 text-center">
      <title>Page not found</title>
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <PageHeading>There is nothing at this address</PageHeading>
      <p className="text-soft">The link may be old, or a letter may be missing.</p>
      <ButtonLink to="/" className="justify-self-center">
        Go to Homepage
      </ButtonLink>
    </main>
  )
}
