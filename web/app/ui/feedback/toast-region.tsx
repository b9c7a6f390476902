import { useLayoutEffect, useRef, useState } from 'react'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Notice } from './notice.tsx'
import { dismissToast, type Toast, useToasts } from './toast.ts'

const places = classNames(
  // In the corner of wide screens, above the bottom bar and sticky buttons of small ones.
  'bottom-[calc(4.5rem+env(safe-area-inset-bottom))] lg:right-6 lg:bottom-6 lg:left-auto lg:w-96 lg:max-w-none',
  'in-[:has([data-sticky-actions])]:bottom-[calc(9rem+env(safe-area-inset-bottom))]',
  // At the bottom of the photo's screen, which has no bar: the categories above have to stay free.
  'in-[:has([data-full-screen=photo])]:max-lg:bottom-[max(0.5rem,env(safe-area-inset-bottom))]',
  // At the top while a dialog is open, where it leaves room for them.
  'in-[:has([data-dialog][data-state=open])]:top-[calc(0.75rem+env(safe-area-inset-top))]!',
  'in-[:has([data-dialog][data-state=open])]:bottom-auto!',
  // On a small screen the last success takes the place of earlier ones, which would cover what's done next.
  'max-lg:[&>[data-kind=success]:has(~[data-kind=success])]:hidden',
)

/** Where toasts appear. Pressing one doesn't close the dialog below it. */
export function ToastRegion() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toasts-height', `${region.current!.offsetHeight}px`)
  }, [toasts])
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      data-toasts=""
      className={classNames(
        'pointer-events-none fixed inset-x-4 z-60 mx-auto grid max-w-sm gap-2 print:hidden',
        places,
      )}
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
      data-kind={kind}
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
