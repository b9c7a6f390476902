import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { useTheme } from '#platform/page/theme.ts'
import { subscribeToToasts, takeQueuedToasts, type Toast } from './toast.ts'

/** Shows the toasts that wait and those that come. */
export function Toaster() {
  const theme = useTheme()
  useEffect(() => {
    const showAll = () => takeQueuedToasts().forEach(showOne)
    showAll()
    return subscribeToToasts(showAll)
  }, [])
  return (
    <Sonner
      theme={theme}
      position="top-center"
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
          actionButton: 'ml-auto min-h-9 rounded-sm px-3 font-semibold text-leaf-deep hover:bg-leaf-tint',
          icon: 'shrink-0',
        },
      }}
    />
  )
}

function showOne({ kind, text, durationMs = 2000, action }: Toast): void {
  show[kind](text, {
    duration: durationMs,
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
  })
}
