import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#platform/session'
import { SignInFirst } from './sign-in-first.tsx'

/** Screens of the administrators. The server refuses everybody else; this only keeps them from an empty screen. */
export default function AdminLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (!session) return <SignInFirst returnTo={pathname + search} />
  if (session.role === 'User') return <Navigate to="/dashboard" replace />
  return <Outlet />
}
