import type { Feature } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import type { ShellItem } from '#ui/layout/app-shell.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { ClosedPlace, OpeningPlace } from './locked-screen.tsx'
import { PlanBadge } from './plan-badge.tsx'
import { TrialCelebration } from '../trial/celebration.tsx'

/** Which places a plan opens (specification §4). */
const featureOf: Record<string, Feature> = {
  '/capture': 'scan',
  '/custom-upload': 'upload',
  '/categories': 'category',
}
/** Where something is added: closed without a plan, also to somebody who types the address. */
const addingPlaces = ['/capture', '/custom-upload']

type Gate = {
  /** Marks the places that are closed to this person. */
  adjust: (item: ShellItem) => ShellItem
  aside: ReactNode
  /** Stands in place of a screen that is closed, or not known to be open yet: no camera starts meanwhile. */
  instead: ReactNode
}

/** Holds the screens to what the server says the plan opens. */
export function PlanGate({ role, children }: { role: string; children: (gate: Gate) => ReactNode }) {
  const isUser = role === 'User'
  const { data: person, isPending } = useQuery({ ...loggedUser, enabled: isUser })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const isLocked = (to: string) => {
    const feature = featureOf[to]
    return isUser && person !== undefined && feature !== undefined && !person.unlocked.includes(feature)
  }
  const isOnTrial =
    isUser && person?.subs_details?.planName === 'Trial' && person.subs_details.status === 'active'
  const isAdding = addingPlaces.includes(pathname)
  const isClosed = isAdding && isLocked(pathname)
  const isUnknown = isUser && isAdding && isPending

  const leave = () => {
    setIsAsked(false)
    if (isClosed) void navigate('/dashboard')
  }

  return (
    <>
      {children({
        adjust: (item) => (isLocked(item.to) ? { ...item, onLocked: () => setIsAsked(true) } : item),
        aside: person && isUser ? <PlanBadge person={person} /> : null,
        instead: isClosed ? <ClosedPlace /> : isUnknown ? <OpeningPlace /> : null,
      })}
      <AlertDialog
        title="No Active Subscription"
        open={isAsked || isClosed}
        onOpenChange={(open) => !open && leave()}
        confirm="Subscribe Now"
        tone="primary"
        onConfirm={() => {
          setIsAsked(false)
          void navigate('/subscription')
        }}
      >
        To scan and upload receipts you need an active plan. What you have kept stays yours to read and
        download.
      </AlertDialog>
      {isOnTrial && pathname === '/dashboard' && <TrialCelebration person={person} />}
    </>
  )
}
