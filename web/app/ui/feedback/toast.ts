import { useSyncExternalStore } from 'react'

/** As the specification says. */
const DEFAULT_DURATION_MS = 2000
/** The specification's texts are shorter; what's longer takes longer to read. */
const MAX_SHORT_LENGTH = 80
const READING_MS_PER_CHARACTER = 60
/** Long enough to notice the action and reach it. */
const MIN_ACTION_DURATION_MS = 8000
/** Of those without an action: what can be undone can be until its time is up. */
const MAX_TOASTS = 4

export type ToastOptions = {
  durationMs?: number
  /** Replaces an earlier toast with the same key. */
  key?: string
  /** A second line. */
  detail?: string
  /** A button on the toast, such as Undo, which makes it stay longer. */
  action?: { label: string; onPress: () => void }
}
export type Toast = ToastOptions & {
  id: number
  kind: 'success' | 'danger' | 'info'
  text: string
  durationMs: number
}

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

/** Shows a short message that needs no response; anything that does belongs on the screen. */
export const toast = {
  success: (text: string, options?: ToastOptions) => push('success', text, options),
  error: (text: string, options?: ToastOptions) => push('danger', text, options),
  info: (text: string, options?: ToastOptions) => push('info', text, options),
}

/** Shows why something failed. As an option of `useMutation` it does so even once its screen has been left. */
export function toastError({ message }: Error): void {
  toast.error(message)
}

/**
 * Confirms a change with a toast whose Undo takes it back. If that fails, it can be tried again.
 * @param undo runs even once its screen has been left.
 * @param undone is said afterwards, where the screen doesn't show it.
 */
export function offerUndo(text: string, undo: () => Promise<unknown>, undone?: string): void {
  const attempt = () =>
    void undo()
      .then(() => undone && toast.success(undone))
      .catch(({ message }: Error) =>
        toast.error(message, { action: { label: 'Try again', onPress: attempt } }),
      )
  toast.success(text, { action: { label: 'Undo', onPress: attempt } })
}

function push(kind: Toast['kind'], text: string, options?: ToastOptions): void {
  lastId += 1
  const readingMs =
    text.length > MAX_SHORT_LENGTH ? text.length * READING_MS_PER_CHARACTER : DEFAULT_DURATION_MS
  const durationMs = options?.action ? Math.max(readingMs, MIN_ACTION_DURATION_MS) : readingMs
  const others = toasts.filter(({ key }) => key === undefined || key !== options?.key)
  const next = [...others, { durationMs, ...options, id: lastId, kind, text }]
  const dropped = next.filter(({ action }) => !action).slice(0, -MAX_TOASTS)
  update(next.filter((one) => !dropped.includes(one)))
}

export function dismissToast(id: number): void {
  update(toasts.filter((other) => other.id !== id))
}

export function dismissAllToasts(): void {
  update([])
}

/** The toasts on screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, getToasts, getToasts)
}

function getToasts(): readonly Toast[] {
  return toasts
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
