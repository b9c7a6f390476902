import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useEffect, useState } from 'react'
import { setConfetti, wantsConfetti } from '#platform/session/session.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog, DialogClose } from '#ui/overlay/dialog.tsx'
import { throwConfetti } from './confetti.ts'
import { days } from '../plan-status.ts'

const LASTS_MS = 4_000

/** The first visit to the dashboard on a trial: once, four seconds of confetti and the days left. */
export function TrialCelebration({ person }: { person: PlanState }) {
  const [isOpen, setIsOpen] = useState(wantsConfetti)

  useEffect(() => {
    if (!isOpen) return
    setConfetti(false)
    void throwConfetti(LASTS_MS)
    const closing = setTimeout(() => setIsOpen(false), LASTS_MS)
    return () => clearTimeout(closing)
  }, [isOpen])

  return (
    <Dialog
      title="Congratulations!"
      open={isOpen}
      onOpenChange={setIsOpen}
      actions={
        <DialogClose asChild>
          <Button>Start</Button>
        </DialogClose>
      }
    >
      <p>
        You are on a free trial. <strong className="figures">{days(person.daysLeft ?? 0)}</strong>.
      </p>
    </Dialog>
  )
}
