import { Outlet } from 'react-router'
import { homePath, useSession } from '#platform/session/session.ts'
import { GumLeaf } from '#ui/feedback/drawings.tsx'
import { SkipLink } from '#ui/layout/navigation/skip-link.tsx'
import { Brand } from './brand.tsx'
import { Disclaimer } from './disclaimer.tsx'

/** Signing up, logging in and the like: one card under the brand. */
export default function GuestLayout() {
  return (
    <div className="relative isolate overflow-clip">
      <div aria-hidden="true" className="ledger absolute inset-0 -z-10" />
      <div
        aria-hidden="true"
        className="absolute right-[4%] bottom-[6%] -z-10 hidden w-72 -rotate-12 text-leaf/60 lg:block"
      >
        <GumLeaf />
      </div>
      <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 py-6 sm:justify-center sm:py-12">
        <SkipLink />
        <header className="mb-6 flex justify-center">
          <Brand to={homePath(useSession())} />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="rounded-lg border border-line bg-sheet p-5 shadow-sheet outline-none sm:p-8"
        >
          <Outlet />
        </main>
        <footer className="mt-6 text-center">
          <Disclaimer />
        </footer>
      </div>
    </div>
  )
}
