import { Navigate, Outlet } from 'react-router'
import { z } from 'zod'
import { useSession, useStoredUser } from '#platform/session/session.ts'

/** The server lets administrators do nothing before they have a second factor. */
const lacksSecondFactor = z.object({ hasSecondFactor: z.literal(false) })

/** Screens of the administrators. The server refuses everybody else; this only keeps them from an empty screen. */
export default function AdminLayout() {
  const session = useSession()
  const isProven = lacksSecondFactor.safeParse(useStoredUser()).success === false
  if (session?.role === 'User') return <Navigate to="/dashboard" replace />
  return isProven ? <Outlet /> : <Navigate to="/profile/security" replace />
}
