import { HomeLink } from '#ui/layout/home-link.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TornDocket } from './drawings.tsx'

/** The 404 screen. */
export function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-16 text-center">
      <title>Page not found</title>
      <div className="w-28 justify-self-center text-clay">
        <TornDocket />
      </div>
      <PageHeading>Page not found</PageHeading>
      <p className="text-soft">The link may be out of date or mistyped.</p>
      <HomeLink />
    </main>
  )
}
