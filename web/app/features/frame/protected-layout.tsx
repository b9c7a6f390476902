import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { signOut } from '#features/auth'
import { PlanGate } from '#features/subscriptions'
import { departureOf, loginAddress, useSession } from '#platform/session'
import { SignedInShell } from './signed-in-shell.tsx'

/**
 * Screens for people who are signed in: guard, then the shell around the screen. Who loses their session is asked to
 * sign in, and comes back; who leaves on purpose goes where that leads.
 */
export default function ProtectedLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [lastToken, setLastToken] = useState(session?.token)
  if (session && session.token !== lastToken) setLastToken(session.token)
  if (!session) return <Navigate to={departureOf(lastToken) ?? loginAddress(pathname + search)} replace />

  return (
    <PlanGate role={session.role}>
      {({ adjust, aside, instead }) => (
        <SignedInShell role={session.role} onSignOut={signOut} adjust={adjust} aside={aside}>
          {instead ?? <Outlet />}
        </SignedInShell>
      )}
    </PlanGate>
  )
}
