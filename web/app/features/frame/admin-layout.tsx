import { Navigate, Outlet } from 'react-router'
import { useSession } from '#platform/session'

/** Screens of the administrators. The server refuses everybody else; this only keeps them from an empty screen. */
export default function AdminLayout() {
  const session = useSession()
  return session?.role === 'User' ? <Navigate to="/dashboard" replace /> : <Outlet />
}
