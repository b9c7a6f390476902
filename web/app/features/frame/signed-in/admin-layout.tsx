import { paths } from '@docketbox/contract/core/paths'
import { Navigate, Outlet } from 'react-router'
import { z } from 'zod'
import { useSession, useStoredUser } from '#platform/session/session.ts'

/** Administrators must turn on two-step login first; the server refuses everything else until then. */
const withoutTwoStep = z.object({ hasSecondFactor: z.literal(false) })

/** Administrators' screens. The server refuses everyone else; this spares them an empty screen. */
export default function AdminLayout() {
  const session = useSession()
  const needsTwoStep = withoutTwoStep.safeParse(useStoredUser()).success
  if (session?.role === 'User') return <Navigate to={paths.dashboard} replace />
  return needsTwoStep ? <Navigate to={paths.security} replace /> : <Outlet />
}
