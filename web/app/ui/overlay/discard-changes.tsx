import { useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { readSession } from '#platform/session/session.ts'
import { AlertDialog } from './dialog.tsx'

type DiscardDialogProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

function DiscardDialog({ open, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <AlertDialog
      title="Discard your changes?"
      open={open}
      onOpenChange={(isOpen) => !isOpen && onKeep()}
      confirm="Discard changes"
      cancel="Keep editing"
      onConfirm={onDiscard}
    >
      You haven't saved your changes yet.
    </AlertDialog>
  )
}

/**
 * Asks before a dialog or form with unsaved input is closed.
 * @returns `requestClose` for every way of closing it, and `confirmation` to render beside it.
 */
export function useConfirmDiscard(hasChanges: boolean, close: () => void) {
  const [isAsking, setIsAsking] = useState(false)
  return {
    requestClose: () => (hasChanges ? setIsAsking(true) : close()),
    confirmation: (
      <DiscardDialog
        open={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          setIsAsking(false)
          close()
        }}
      />
    ),
  }
}

/** Asks before a screen with unsaved input is left: by a link, Back, a reload or closing the tab. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  // Logging out always leaves.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && currentLocation.pathname !== nextLocation.pathname && readSession() !== undefined,
  )
  useBeforeUnload((event) => {
    if (hasChanges) event.preventDefault()
  })
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
