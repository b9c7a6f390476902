import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { readSession } from '#platform/session/session.ts'
import { type ReportUnsaved, UnsavedContext } from '#ui/forms/unsaved-context.ts'
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
      What you’ve entered won’t be saved.
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

/** Asks before the screen is left while a form inside has unsaved input: by a link, Back, a reload or closing the tab. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report: ReportUnsaved = useCallback((formId, isUnsaved) => {
    setUnsaved((current) => {
      const others = [...current].filter((id) => id !== formId)
      return new Set(isUnsaved ? [...others, formId] : others)
    })
  }, [])
  const hasChanges = unsaved.size > 0
  const wasSignedIn = useRef(false)
  useEffect(() => {
    wasSignedIn.current = readSession() !== undefined
  }, [])
  // Logging in or out always leaves.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      currentLocation.pathname !== nextLocation.pathname &&
      (readSession() !== undefined) === wasSignedIn.current,
  )
  useBeforeUnload((event) => {
    if (hasChanges) event.preventDefault()
  })
  return (
    <UnsavedContext value={report}>
      {children}
      <DiscardDialog
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </UnsavedContext>
  )
}
