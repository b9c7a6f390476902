import { createContext, use, useEffect, useId } from 'react'

export type ReportUnsaved = (formId: string, isUnsaved: boolean) => void

/** Apart from the `LeaveGuard` that provides it, so that forms load without its dialog. */
export const UnsavedContext = createContext<ReportUnsaved | undefined>(undefined)

/** Tells the `LeaveGuard` around a form whether it has unsaved input. */
export function useReportUnsaved(isUnsaved: boolean): void {
  const report = use(UnsavedContext)
  const formId = useId()
  useEffect(() => {
    report?.(formId, isUnsaved)
    return () => report?.(formId, false)
  }, [report, formId, isUnsaved])
}
