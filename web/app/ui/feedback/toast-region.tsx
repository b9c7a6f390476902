import { useState } from 'react'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { Notice } from './notice.tsx'
import { dismissToast, type Toast, useToasts } from './toast.ts'

/**
 * Where toasts appear: in the corner of wide screens, above the bottom bar and sticky buttons of small ones. Where the
 * camera has a small screen, below its title: what matters there is at the bottom. They're above dialogs, which stay
 * open when they're pressed.
 */
export function ToastRegion() {
  const toasts = useToasts()
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      data-toasts=""
      className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 mx-auto grid max-w-sm gap-2 in-[:has([data-sticky-actions])]:bottom-[calc(9rem+env(safe-area-inset-bottom))] in-[:has([data-full-screen])]:max-lg:top-[calc(4.5rem+env(safe-area-inset-top))] in-[:has([data-full-screen])]:max-lg:bottom-auto lg:right-6 lg:bottom-6 lg:left-auto lg:w-96 lg:max-w-none print:hidden"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** Leaves after its duration, but not while it's hovered or focused. */
function ToastCard({ toast: { id, kind, text, detail, durationMs, action } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useTimeout(() => dismissToast(id), durationMs, !isHeld)
  return (
    <div
      className="pointer-events-auto animate-rise rounded-md bg-sheet shadow-sheet"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Notice tone={kind}>
        <div className="flex items-center justify-between gap-3 font-medium">
          <div className="min-w-0">
            <p>{text}</p>
            {detail && <p className="text-sm font-normal wrap-anywhere">{detail}</p>}
          </div>
          {action && (
            <button
              type="button"
              className="-my-3 min-h-11 rounded-sm px-3 font-semibold whitespace-nowrap underline underline-offset-3"
              onClick={() => {
                action.onPress()
                dismissToast(id)
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      </Notice>
    </div>
  )
}
