import { lazy, Suspense, useSyncExternalStore } from 'react'

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

/** Hands over the toasts that nobody has shown yet. */
export function takeWaiting(): Toast[] {
  const taken = waiting
  waiting = []
  return taken
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Where toasts appear. The library behind them is fetched with the first one. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(
    subscribeToToasts,
    () => wanted,
    () => false,
  )
  return isWanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
