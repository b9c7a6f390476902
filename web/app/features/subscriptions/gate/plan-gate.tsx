import { paths } from '@docketbox/contract/core/paths'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import type { Feature, PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { useTimeout } from '#platform/page/use-timeout.ts'
import type { ShellItem } from '#ui/layout/app-shell.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { usePendingDebit } from '../debit/pending-debit.ts'
import { planSummary, unpaidPlanOf } from '../plan-status.ts'
import { TrialCelebration } from '../trial/celebration.tsx'
import { LockedScreen } from './locked-screen.tsx'
import { PlanBadge } from './plan-badge.tsx'

/** The feature each screen needs. */
const featureOf: Record<string, Feature> = {
  [paths.capture]: 'scan',
  [paths.upload]: 'upload',
  [paths.categories]: 'category',
}
/** Screens that add receipts: locked without a plan, even when opened by address. */
const uploadScreens: string[] = [paths.capture, paths.upload]

/** After this, the screen opens without knowing the plan, which the server checks anyway. */
const MAX_WAIT_MS = 4_000

const skeleton = <Loading label="Checking your plan" className="grid gap-6" blocks={['h-9 w-48', 'h-96']} />

type Gate = {
  /** Locks the menu items the user's plan doesn't include. */
  adjust: (item: ShellItem) => ShellItem
  aside: ReactNode
  /** Replaces a screen that is locked, or not yet known to be open, so that no camera starts. */
  instead: ReactNode
}

type PlanGateProps = {
  role: string
  /** Whether photos or files wait to be filed. */
  hasPendingFiles?: boolean
  children: (gate: Gate) => ReactNode
}

/** Applies what the user's plan allows, as the server says, to the menu and the screens. */
export function PlanGate({ role, hasPendingFiles = false, children }: PlanGateProps) {
  const isUser = role === 'User'
  const { data: person, isPending, errorUpdateCount } = useQuery({ ...loggedUser, enabled: isUser })
  const [isLate, setIsLate] = useState(false)
  useTimeout(() => setIsLate(true), MAX_WAIT_MS, isUser && isPending)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const isLocked = (to: string) => {
    const feature = featureOf[to]
    return isUser && person !== undefined && feature !== undefined && !person.unlocked.includes(feature)
  }
  const isOnTrial =
    isUser && person?.subs_details?.planName === 'Trial' && person.subs_details.status === 'active'
  const isUploadScreen = uploadScreens.includes(pathname)
  // What was uploaded before a plan ended can still be filed.
  const isScreenLocked = isUploadScreen && !hasPendingFiles && isLocked(pathname)
  // Once it's shown without knowing the plan, a photo may be on it.
  const isLoading = isUser && isUploadScreen && isPending && errorUpdateCount === 0 && !isLate

  const isStarting = usePendingDebit(isLocked(paths.capture) ? person : undefined) === 'plan'
  const question = questionOf(person, isStarting)

  const dismiss = () => {
    setIsAsking(false)
    if (isScreenLocked) void navigate(paths.dashboard)
  }

  return (
    <>
      {children({
        adjust: (item) => (isLocked(item.to) ? { ...item, onLocked: () => setIsAsking(true) } : item),
        aside: person && isUser ? <PlanBadge person={person} /> : null,
        instead: isScreenLocked ? <LockedScreen isStarting={isStarting} /> : isLoading ? skeleton : null,
      })}
      <AlertDialog
        title="No Active Subscription"
        open={isAsking || isScreenLocked}
        onClose={dismiss}
        confirm={question.confirm}
        tone="primary"
        onConfirm={() => {
          setIsAsking(false)
          void navigate(question.to)
        }}
      >
        {question.text}
      </AlertDialog>
      {isOnTrial && pathname === paths.dashboard && <TrialCelebration person={person} />}
    </>
  )
}

/** Why a user has no plan, and where they can do something about it. */
function questionOf(person: PlanState | undefined, isStarting: boolean) {
  if (isStarting && !person?.isDisputed)
    return {
      text: paymentRefusals.debitUnderWay.message,
      confirm: 'Payment History',
      to: paths.payments,
    }
  if (person && (person.isDisputed || unpaidPlanOf(person) !== undefined))
    return { text: planSummary(person), confirm: 'Manage Subscription', to: paths.manageSubscription }
  return {
    text: 'Choose a plan to scan and upload receipts. You can always view and download the ones you have.',
    confirm: 'Subscribe Now',
    to: paths.plans,
  }
}
