import { paths } from '@docketbox/contract/core/paths'
import { Navigate, Outlet } from 'react-router'
import { useSession } from '#platform/session/session.ts'

/** Screens that sell plans. The server refuses administrators; this leads them to their own screens. */
export default function CustomerLayout() {
  const session = useSession()
  return session && session.role !== 'User' ? <Navigate to={paths.admin} replace /> : <Outlet />
}
