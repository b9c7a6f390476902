/** Specification §2. */
export const DEFAULT_DURATION_MS = 2000

type ToastOptions = {
  /** `DEFAULT_DURATION_MS` if left out. */
  durationMs?: number
  /** A button on the toast, such as Undo. */
  action?: { label: string; onPress: () => void }
}
export type Toast = ToastOptions & { kind: 'success' | 'error' | 'info'; text: string }

const listeners = new Set<() => void>()
let queue: Toast[] = []
let hasShownToasts = false

/** Shows a short message that needs no response; anything that does belongs on the screen. */
export const toast = {
  success: (text: string, options?: ToastOptions) => push({ ...options, kind: 'success', text }),
  error: (text: string, options?: ToastOptions) => push({ ...options, kind: 'error', text }),
  info: (text: string, options?: ToastOptions) => push({ ...options, kind: 'info', text }),
}

function push(next: Toast): void {
  queue = [...queue, next]
  hasShownToasts = true
  for (const listener of listeners) listener()
}

/** Whether there has been a toast yet. */
export function hasToasts(): boolean {
  return hasShownToasts
}

/** Returns the toasts not shown yet, and clears them. */
export function takeQueuedToasts(): Toast[] {
  const queued = queue
  queue = []
  return queued
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
