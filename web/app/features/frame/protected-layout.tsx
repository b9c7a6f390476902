import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { signOut } from '#features/auth'
import { PlanGate } from '#features/subscriptions'
import { useSession } from '#platform/session'
import { SignInFirst } from './sign-in-first.tsx'
import { SignedInShell } from './signed-in-shell.tsx'

/** Screens for people who are signed in: guard, then the shell around the screen. */
export default function ProtectedLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [isLeaving, setIsLeaving] = useState(false)
  if (!session) return <SignInFirst returnTo={isLeaving ? undefined : pathname + search} />

  const leave = () => {
    setIsLeaving(true)
    signOut()
  }
  return (
    <PlanGate role={session.role}>
      {({ adjust, aside, instead }) => (
        <SignedInShell role={session.role} onSignOut={leave} adjust={adjust} aside={aside}>
          {instead ?? <Outlet />}
        </SignedInShell>
      )}
    </PlanGate>
  )
}
