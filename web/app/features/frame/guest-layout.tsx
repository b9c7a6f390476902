import { Outlet } from 'react-router'
import { SkipLink } from '#ui/skip-link'
import { Brand } from './brand.tsx'

/** Screens on the way in: one sheet on the desk, the brand above it. */
export default function GuestLayout() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 py-6 sm:justify-center sm:py-12">
      <SkipLink />
      <header className="mb-6 flex justify-center">
        <Brand />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="rounded-lg border border-line bg-sheet p-6 shadow-sheet outline-none sm:p-8"
      >
        <Outlet />
      </main>
    </div>
  )
}
