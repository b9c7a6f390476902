import { Outlet } from 'react-router'
import { SkipLink } from '#ui/layout/navigation/skip-link.tsx'
import { PublicFooter } from './footer.tsx'
import { PublicHeader } from './header.tsx'

export default function PublicLayout() {
  return (
    <>
      <SkipLink />
      <PublicHeader />
      <main id="content" tabIndex={-1} className="min-h-dvh pt-16 outline-none">
        <Outlet />
      </main>
      <PublicFooter />
    </>
  )
}
