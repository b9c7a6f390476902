import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useEffect, useState } from 'react'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { setConfetti, wantsConfetti } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { daysLeft } from '../plan-status.ts'
import { throwConfetti } from './confetti.ts'

const DURATION_MS = 4_000

/** Celebrates the first visit to the dashboard on a trial, once. */
export function TrialCelebration({ person }: { person: PlanState }) {
  const [isOpen, setIsOpen] = useState(wantsConfetti)

  useEffect(() => {
    if (!isOpen) return
    setConfetti(false)
    const closing = new AbortController()
    void throwConfetti(DURATION_MS, closing.signal)
    return () => closing.abort()
  }, [isOpen])
  useTimeout(() => setIsOpen(false), DURATION_MS, isOpen)

  return (
    <Dialog
      title="Congratulations!"
      open={isOpen}
      onClose={() => setIsOpen(false)}
      actions={
        <DialogClose asChild>
          <Button>Get started</Button>
        </DialogClose>
      }
    >
      <p>
        You’re on a free trial. <strong className="figures">{daysLeft(person.daysLeft ?? 0)}</strong>.
      </p>
    </Dialog>
  )
}
