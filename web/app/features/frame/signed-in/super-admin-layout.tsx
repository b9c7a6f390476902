import { paths } from '@docketbox/contract/core/paths'
import { Navigate, Outlet } from 'react-router'
import { useSession } from '#platform/session/session.ts'

/** Super Admins' screens. The server refuses other administrators; this leads them to their own screens. */
export default function SuperAdminLayout() {
  return useSession()?.role === 'Admin' ? <Navigate to={paths.admin} replace /> : <Outlet />
}
