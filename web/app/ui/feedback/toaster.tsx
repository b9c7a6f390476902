import { useEffect, useSyncExternalStore } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { useTheme } from '#platform/page/theme.ts'
import { DEFAULT_DURATION_MS, subscribeToToasts, takeQueuedToasts, type Toast } from './toast.ts'

/** The bottom bar and the buttons a form may have above it. */
const ABOVE_BAR = 'calc(10rem + env(safe-area-inset-bottom))'
const phone = matchMedia('(width < 64rem)')

/** Shows the queued toasts and new ones: at the top of wide screens, above the bar on small ones. */
export function Toaster() {
  const theme = useTheme()
  const isPhone = useIsPhone()
  useEffect(() => {
    const showAll = () => takeQueuedToasts().forEach(showOne)
    showAll()
    return subscribeToToasts(showAll)
  }, [])
  return (
    <Sonner
      theme={theme}
      position={isPhone ? 'bottom-center' : 'top-center'}
      mobileOffset={{ bottom: ABOVE_BAR, left: 16, right: 16 }}
      style={{ fontFamily: 'inherit' }}
      visibleToasts={4}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-md border border-line bg-sheet px-4 py-3 text-sm text-ink shadow-sheet sm:w-[22rem]',
          title: 'font-medium',
          success: 'border-l-4 border-l-leaf [&_[data-icon]]:text-leaf',
          error: 'border-l-4 border-l-clay [&_[data-icon]]:text-clay',
          info: 'border-l-4 border-l-sky [&_[data-icon]]:text-sky',
          actionButton: 'ml-auto min-h-11 rounded-sm px-3 font-semibold text-leaf-deep hover:bg-leaf-tint',
          icon: 'shrink-0',
        },
      }}
    />
  )
}

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )
}

function showOne({ kind, text, durationMs = DEFAULT_DURATION_MS, action }: Toast): void {
  show[kind](text, {
    duration: durationMs,
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
  })
}
