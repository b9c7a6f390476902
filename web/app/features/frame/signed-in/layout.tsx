import { commonRefusals } from '@docketbox/contract/core/refusal'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '@docketbox/contract/core/paths'
import { signOut } from '#features/auth'
import {
  forgetUnsent,
  hasUnsaved,
  ResumeUploads,
  useHasPendingFiles,
  useToFileCount,
} from '#features/receipts'
import { PlanGate } from '#features/subscriptions'
import { product } from '#platform/page/product.ts'
import { departureOf, expiredSession, loginUrl, useSession } from '#platform/session/session.ts'
import { useIsOnline } from '#platform/offline/use-is-online.ts'
import { useServiceWorker } from '#platform/offline/service-worker.ts'
import { toast } from '#ui/feedback/toast.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import { SignedInShell } from './shell.tsx'

const EXPIRED =
  'You’ve been logged out. You can still take photos, and we’ll upload them once you’ve logged in again.'

/** The key of toasts about the session: only the last is true. */
const SESSION = 'session'

/**
 * Guards the signed-in screens and puts the shell around them. Users whose session ended are asked to log in and come
 * back; those who left on purpose go where that leads.
 */
export default function ProtectedLayout() {
  const current = useSession()
  const { pathname, search } = useLocation()
  const isOnline = useIsOnline()
  // Offline, no one can log in, and a receipt is photographed where it's handed over.
  const expired = current || isOnline ? undefined : expiredSession()
  const session = current ?? expired
  const isExpired = expired !== undefined
  const isLeadingToScan = isExpired && pathname !== paths.capture
  useEffect(() => {
    if (isExpired) toast.info(EXPIRED, { key: SESSION, durationMs: 10_000 })
    // Again each time they try to leave Scan.
  }, [isExpired, isLeadingToScan])
  // Receipts are photographed where the connection is bad.
  useServiceWorker(offerReload)
  const toFile = useToFileCount({ enabled: session?.role === 'User' })
  const hasPendingFiles = useHasPendingFiles()
  const [isAskingToLogOut, setIsAskingToLogOut] = useState(false)
  const token = session?.token
  const [shownToken, setShownToken] = useState(token)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- not before the last user's data is cleared, in an effect too
    if (token !== undefined) setShownToken(token)
  }, [token])
  if (!session) {
    const departure = departureOf(shownToken)
    if (departure !== undefined) return <Navigate to={departure} replace />
    return <LogInFirst address={loginUrl(pathname + search)} />
  }
  if (isLeadingToScan) return <Navigate to={paths.capture} replace />
  // While this tab slept, another user may have logged in: nothing of the last one may stay on the screen.
  if (token !== shownToken) return null

  return (
    <PlanGate role={session.role} hasPendingFiles={hasPendingFiles}>
      {({ adjust, aside, instead }) => (
        <SignedInShell
          role={session.role}
          onSignOut={() => (hasUnsaved() ? setIsAskingToLogOut(true) : signOut())}
          adjust={(item) => adjust(item.to === paths.toFile ? { ...item, count: toFile } : item)}
          aside={aside}
        >
          {instead ?? <Outlet />}
          {session.role === 'User' && <ResumeUploads />}
          {isAskingToLogOut && (
            <LogOutDialog onStay={() => setIsAskingToLogOut(false)} onLogOut={logOutAnyway} />
          )}
        </SignedInShell>
      )}
    </PlanGate>
  )
}

function logOutAnyway(): void {
  forgetUnsent()
  signOut()
}

function offerReload(): void {
  toast.info(`There’s a new version of ${product.name}.`, {
    action: { label: 'Reload', onPress: () => window.location.reload() },
  })
}

function LogInFirst({ address }: { address: string }) {
  useEffect(() => toast.info(commonRefusals.signInRequired.message, { key: SESSION }), [])
  return <Navigate to={address} replace />
}
