import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker, useLocation } from 'react-router'
import { readSession } from '#platform/session/session.ts'
import {
  discardInput,
  type LeaveQuestion,
  type ReportUnsaved,
  UnsavedContext,
  useReportUnsaved,
} from '#ui/forms/unsaved-context.ts'
import { toast } from '#ui/feedback/toast.ts'
import { AlertDialog } from './dialog.tsx'

type DiscardDialogProps = {
  question?: LeaveQuestion | undefined
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}

function DiscardDialog({ question = discardInput, open, onKeep, onDiscard }: DiscardDialogProps) {
  const { text, ...labels } = question
  return (
    <AlertDialog {...labels} open={open} onClose={onKeep} onConfirm={onDiscard}>
      {text}
    </AlertDialog>
  )
}

/**
 * Asks before a dialog or form with unsaved input is closed, its screen left or the page reloaded.
 * @param isSaving while true it can't be closed, and a toast says why: it's about to show the result.
 * @returns `requestClose` for every way of closing it, and `confirmation` to render with it.
 */
export function useConfirmDiscard(hasChanges: boolean, close: () => void, isSaving = false) {
  const [isAsking, setIsAsking] = useState(false)
  useConfirmUnload(hasChanges)
  useReportUnsaved(hasChanges && !isSaving)
  return {
    requestClose: () => {
      if (isSaving) sayUnfinished()
      else if (hasChanges) setIsAsking(true)
      else close()
    },
    confirmation: (
      <DiscardDialog
        open={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          setIsAsking(false)
          if (isSaving) sayUnfinished()
          else close()
        }}
      />
    ),
  }
}

/** Explains why something can't be closed until its request has finished. */
export function sayUnfinished(): void {
  toast.info('Still working on it. You can close this once it’s done.')
}

/** Makes the browser ask before a reload or closing the tab loses input. */
export function useConfirmUnload(hasChanges: boolean): void {
  useBeforeUnload((event) => {
    if (hasChanges) event.preventDefault()
  })
}

type LeaveGuardProps = {
  /** What Back does instead of going to a path, if anything. Here because a router has one blocker. */
  insteadOfBack?: (path: string) => (() => void) | undefined
  children: ReactNode
}

/** Asks before the screen is left while something inside isn't saved: by a link, Back, a reload or closing the tab. */
export function LeaveGuard({ insteadOfBack, children }: LeaveGuardProps) {
  const { report, hasChanges, question } = useUnsavedForms()
  const [isAsking, setIsAsking] = useState(false)
  const { pathname } = useLocation()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    wasSignedIn.current = readSession() !== undefined
  }, [])
  const actionOfBack = useRef<() => void>(undefined)
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const isBack = historyAction === 'POP'
    // The next screen may not have rendered yet; going back from there isn't ours to handle.
    const isHere = currentLocation.pathname === pathname
    actionOfBack.current = isBack && isHere ? insteadOfBack?.(nextLocation.pathname) : undefined
    const isLeft =
      currentLocation.pathname !== nextLocation.pathname ||
      // Such as a dialog that Back closes.
      (isBack && currentLocation.search !== nextLocation.search)
    // Logging in or out always leaves.
    const isSameUser = (readSession() !== undefined) === wasSignedIn.current
    return actionOfBack.current !== undefined || (hasChanges && isLeft && isSameUser)
  })
  useEffect(() => {
    // A tap leaves a field and follows a link before the field says that it's being saved.
    if (blocker.state === 'blocked' && !hasChanges && !actionOfBack.current) blocker.proceed()
  }, [blocker, hasChanges])
  const handleBlocked = useEffectEvent(() => {
    if (!actionOfBack.current) return setIsAsking(true)
    blocker.reset?.()
    actionOfBack.current()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') handleBlocked()
  }, [blocker])
  useConfirmUnload(hasChanges)
  const answer = (act: (() => void) | undefined) => {
    setIsAsking(false)
    act?.()
  }
  return (
    <UnsavedContext value={report}>
      {children}
      <DiscardDialog
        question={question}
        open={isAsking && hasChanges && blocker.state === 'blocked'}
        onKeep={() => answer(blocker.reset)}
        onDiscard={() => answer(blocker.proceed)}
      />
    </UnsavedContext>
  )
}

/** Tracks unsaved input of the forms inside `<UnsavedContext value={report}>`. */
export function useUnsavedForms() {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, LeaveQuestion>>(new Map())
  const report: ReportUnsaved = useCallback((formId, question) => {
    setUnsaved((current) => {
      const others = [...current].filter(([id]) => id !== formId)
      return new Map(question ? [...others, [formId, question]] : others)
    })
  }, [])
  return { report, hasChanges: unsaved.size > 0, question: [...unsaved.values()].at(-1) }
}
