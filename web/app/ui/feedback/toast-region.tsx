import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { DEFAULT_DURATION_MS, hasToasts, subscribeToToasts, takeQueuedToasts, type Toast } from './toast.ts'

const Toaster = lazy(async () => {
  const library = await import('./toaster.tsx').catch(() => undefined)
  return { default: library?.Toaster ?? PlainToasts }
})

/** Where toasts appear. Their library is loaded with the first one. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(subscribeToToasts, hasToasts, () => false)
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}

/** The same without the library, which can't be loaded when the connection is down: often what the toast says. */
function PlainToasts() {
  const [toasts, setToasts] = useState<Toast[]>([])
  useEffect(() => {
    const show = (toast: Toast) => {
      setToasts((others) => [...others, toast])
      setTimeout(
        () => setToasts((all) => all.filter((other) => other !== toast)),
        toast.durationMs ?? DEFAULT_DURATION_MS,
      )
    }
    const showAll = () => takeQueuedToasts().forEach(show)
    showAll()
    return subscribeToToasts(showAll)
  }, [])
  return (
    <div
      aria-live="polite"
      className="fixed inset-x-4 bottom-22 z-50 mx-auto grid max-w-sm gap-2 lg:top-4 lg:bottom-auto"
    >
      {toasts.map(({ text, action }, index) => (
        <Card key={index} className="flex items-center justify-between gap-3 px-4 py-3 text-sm font-medium">
          {text}
          {action && (
            <button type="button" className="min-h-11 font-semibold text-leaf-deep" onClick={action.onPress}>
              {action.label}
            </button>
          )}
        </Card>
      ))}
    </div>
  )
}
