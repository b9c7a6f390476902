import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { Notice } from './notice.tsx'
import { dismissToast, type Toast, useToasts } from './toast.ts'
import { usesKeyboard, useToastKey } from './use-toast-key.ts'

/** By keyboard it takes longer to notice an action and reach it. */
const KEYBOARD_DURATION_MS = 30_000

const places = classNames(
  // In the corner of wide screens, above the bottom bar and sticky buttons of small ones.
  'bottom-[calc(4.5rem+env(safe-area-inset-bottom))] lg:right-6 lg:bottom-6 lg:left-auto lg:w-96 lg:max-w-none',
  'in-[:has([data-sticky-actions])]:bottom-[calc(9rem+env(safe-area-inset-bottom))]',
  // At the bottom of the photo's screen, which has no bar: the categories above have to stay free.
  'in-[:has([data-full-screen=photo])]:max-lg:bottom-[max(0.5rem,env(safe-area-inset-bottom))]',
  // At the top while a dialog is open, where it leaves room for them.
  'in-[:has([data-dialog][data-state=open])]:top-[calc(0.75rem+env(safe-area-inset-top))]!',
  'in-[:has([data-dialog][data-state=open])]:bottom-auto!',
)

/** Where toasts appear. Pressing one doesn't close the dialog below it. */
export function ToastRegion() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  const { isHidden, stackOf } = useStack(toasts)
  const newestForKey = toasts.findLast((toast) => toast.action && !isHidden(toast))
  useToastKey(region)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toasts-height', `${region.current!.offsetHeight}px`)
  })
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
        <ToastCard
          key={toast.id}
          toast={toast}
          isHidden={isHidden(toast)}
          hasKey={toast === newestForKey}
          stack={stackOf(toast)}
        />
      ))}
    </section>
  )
}

type Stack = { count: number; isOpen: boolean; toggle: () => void }

/**
 * On a small screen, where several would cover what's done next, the last success takes the place of earlier ones. Those with an
 * action make way only for another with one, which has a button to show them again.
 */
function useStack(toasts: readonly Toast[]) {
  const isSmall = useMediaQuery('(width < 64rem)')
  const [openedOn, setOpenedOn] = useState<number>()
  const successes = isSmall ? toasts.filter(({ kind }) => kind === 'success') : []
  const withAction = successes.filter(({ action }) => action)
  const top = withAction.at(-1)
  const isOpen = top !== undefined && top.id === openedOn
  return {
    isHidden: (toast: Toast) =>
      toast.action
        ? withAction.includes(toast) && toast !== top && !isOpen
        : successes.includes(toast) && toast !== successes.at(-1),
    stackOf: (toast: Toast): Stack | undefined =>
      toast === top && withAction.length > 1
        ? {
            count: withAction.length - 1,
            isOpen,
            toggle: () => setOpenedOn(isOpen ? undefined : toast.id),
          }
        : undefined,
  }
}

type ToastCardProps = {
  toast: Toast
  isHidden: boolean
  /** Whether F8 moves to its button. */
  hasKey: boolean
  /** The earlier toasts whose place it has taken. */
  stack: Stack | undefined
}

/** Leaves after its duration, but not while it's hovered or focused. */
function ToastCard({ toast, isHidden, hasKey, stack }: ToastCardProps) {
  const { id, kind, text, detail, durationMs, action } = toast
  const [isHeld, setIsHeld] = useState(false)
  const [isForKeys] = useState(() => action !== undefined && usesKeyboard())
  const more = [detail, isForKeys && hasKey && `Press F8 for “${action?.label}”.`].filter(Boolean).join(' · ')
  // A hidden one may never hear that the pointer or the focus has left it.
  useTimeout(() => dismissToast(id), isForKeys ? KEYBOARD_DURATION_MS : durationMs, !isHeld || isHidden)
  const buttonProps = {
    type: 'button',
    // A tap doesn't take the focus, which would be lost with the toast.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && dismissToast(id),
  } as const
  return (
    <div
      hidden={isHidden}
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
            {more && <p className="text-sm font-normal wrap-anywhere">{more}</p>}
          </div>
          <div className="-my-3 flex shrink-0 items-center">
            {stack && (
              <button
                {...buttonProps}
                aria-expanded={stack.isOpen}
                aria-label={`+${stack.count} earlier`}
                className="figures grid size-11 place-items-center rounded-sm font-semibold"
                onClick={stack.toggle}
              >
                {stack.isOpen ? <ChevronDown className="size-5" /> : `+${stack.count}`}
              </button>
            )}
            {action && (
              <button
                {...buttonProps}
                aria-keyshortcuts={hasKey ? 'F8' : undefined}
                className="min-h-11 rounded-sm px-3 font-semibold whitespace-nowrap underline underline-offset-3"
                onClick={() => {
                  action.onPress()
                  dismissToast(id)
                }}
              >
                {action.label}
              </button>
            )}
          </div>
        </div>
      </Notice>
    </div>
  )
}
