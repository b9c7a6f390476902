import { lazy, Suspense, useSyncExternalStore } from 'react'
import { areToastsWanted, subscribeToToasts } from './toast.tsx'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Where toasts appear. The library behind them is fetched with the first one. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(subscribeToToasts, areToastsWanted, () => false)
  return isWanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
