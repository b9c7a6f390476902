import { createContext, use, useEffect, useId } from 'react'

/** What asks before the screen is left. */
export type LeaveQuestion = { title: string; text: string; confirm: string; cancel: string }

export const discardInput: LeaveQuestion = {
  title: 'Discard your changes?',
  text: 'What you’ve entered won’t be saved.',
  confirm: 'Discard changes',
  cancel: 'Keep editing',
}

/** @param question undefined if nothing would be lost. */
export type ReportUnsaved = (formId: string, question: LeaveQuestion | undefined) => void

/** Apart from the `LeaveGuard` that provides it, so that forms load without its dialog. */
export const UnsavedContext = createContext<ReportUnsaved | undefined>(undefined)

/** Tells the `LeaveGuard` around a form whether it has unsaved input, or something else that leaving would lose. */
export function useReportUnsaved(isUnsaved: boolean, question: LeaveQuestion = discardInput): void {
  const report = use(UnsavedContext)
  const formId = useId()
  useEffect(() => {
    report?.(formId, isUnsaved ? question : undefined)
    return () => report?.(formId, undefined)
  }, [report, formId, isUnsaved, question])
}
