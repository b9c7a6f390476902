type ToastOptions = {
  /** 2000 ms unless told. */
  durationMs?: number
  /** A way back, such as Undo. */
  action?: { label: string; onPress: () => void }
}
export type Toast = ToastOptions & { kind: 'success' | 'error' | 'info'; text: string }

const listeners = new Set<() => void>()
let waiting: Toast[] = []
let wanted = false

/** Tells something in passing, politely. What needs an answer belongs on the screen, not in a toast. */
export const toast = {
  success: (text: string, options?: ToastOptions) => push({ ...options, kind: 'success', text }),
  error: (text: string, options?: ToastOptions) => push({ ...options, kind: 'error', text }),
  info: (text: string, options?: ToastOptions) => push({ ...options, kind: 'info', text }),
}

function push(given: Toast): void {
  waiting = [...waiting, given]
  wanted = true
  for (const listener of listeners) listener()
}

/** Whether there has been a toast yet. */
export function hasToasts(): boolean {
  return wanted
}

/** Returns the toasts not shown yet, and clears them. */
export function takeQueuedToasts(): Toast[] {
  const taken = waiting
  waiting = []
  return taken
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
