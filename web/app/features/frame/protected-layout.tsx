import { Outlet, useLocation } from 'react-router'
import { useSession } from '#platform/session'
import { SignInFirst } from './sign-in-first.tsx'

/** Screens for people who are signed in: guard, then the shell around the screen. */
export default function ProtectedLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (!session) return <SignInFirst returnTo={pathname + search} />
  return <Outlet />
}
