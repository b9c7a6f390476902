import { toast, toastError } from '#ui/feedback/toast.ts'

/** Confirms a change with a toast whose Undo takes it back. */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  const action = { label: 'Undo', onPress: () => void undo().catch(toastError) }
  toast.success(text, { action })
}
