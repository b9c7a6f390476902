import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { hasToasts, subscribeToToasts, takeQueuedToasts, type Toast } from './toast.ts'

const Toaster = lazy(async () => {
  const library = await import('./toaster.tsx').catch(() => undefined)
  return { default: library?.Toaster ?? PlainToasts }
})

/** Where toasts appear. The library behind them is fetched with the first one. */
export function ToastRegion() {
  const isWanted = useSyncExternalStore(subscribeToToasts, hasToasts, () => false)
  return isWanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}

/** Where the line was broken when the first toast came, which is often what it tells: the same, plainly. */
function PlainToasts() {
  const [shown, setShown] = useState<Toast[]>([])
  useEffect(() => {
    const show = (toast: Toast) => {
      setShown((others) => [...others, toast])
      setTimeout(() => setShown((all) => all.filter((one) => one !== toast)), toast.durationMs ?? 2000)
    }
    const showAll = () => takeQueuedToasts().forEach(show)
    showAll()
    return subscribeToToasts(showAll)
  }, [])
  return (
    <div aria-live="polite" className="fixed inset-x-4 top-4 z-50 mx-auto grid max-w-sm gap-2">
      {shown.map(({ text, action }, index) => (
        <Card key={index} className="flex items-center justify-between gap-3 px-4 py-3 text-sm font-medium">
          {text}
          {action && (
            <button type="button" className="min-h-9 font-semibold text-leaf-deep" onClick={action.onPress}>
              {action.label}
            </button>
          )}
        </Card>
      ))}
    </div>
  )
}
