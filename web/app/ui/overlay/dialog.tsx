import { X } from 'lucide-react'
import { AlertDialog as RadixAlert, Dialog as RadixDialog } from 'radix-ui'
import { FocusScope } from 'radix-ui/internal'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { pressOnBack } from './close-request.ts'
import { focusInitially } from './initial-focus.ts'
import { useReturnFocus } from './return-focus.ts'

const backdrop =
  'fixed inset-0 z-50 bg-black/45 data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out print:hidden'

/** At the bottom of phones, in the middle of wide screens; always with room for a toast above it, or more if there are. */
const panel = classNames(
  '[--toast-room:max(var(--toasts-height,0px),2.875rem)]',
  'fixed inset-x-0 bottom-0 z-50 overflow-y-auto scroll-py-4 rounded-t-lg bg-sheet p-5 shadow-sheet',
  'max-h-[min(92dvh,100dvh-var(--toast-room)-env(safe-area-inset-top)-1.5rem)]',
  'pb-[max(1.25rem,env(safe-area-inset-bottom))] focus:outline-none',
  'sm:inset-x-auto sm:top-[calc(50%+var(--toast-room)/2)] sm:bottom-auto sm:left-1/2 sm:max-h-[calc(100dvh-var(--toast-room)-3rem)]',
  'sm:w-[min(32rem,calc(100vw-2rem))] sm:-translate-1/2',
  'sm:rounded-lg sm:border sm:border-line sm:p-6',
  'data-[state=open]:animate-rise data-[state=closed]:animate-fade-out',
  // On paper it's the whole page: app.css hides what's behind.
  'print:static print:max-h-none print:w-full print:translate-none print:overflow-visible print:border-0 print:shadow-none',
)

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** The button that opens it; without one it's open, unless `open` is false. */
  trigger?: ReactNode
  open?: boolean
  onClose?: () => void
  /** The buttons at the bottom. */
  actions?: ReactNode
  wide?: boolean
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, description, trigger, open = true, onClose, actions, wide, children } = props
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const header = useRef<HTMLDivElement>(null)
  const handleOpen = (event: Event) => {
    onOpenAutoFocus()
    event.preventDefault()
    focusInitially(event.currentTarget as HTMLElement, header.current)
  }
  return (
    <RadixDialog.Root {...(!trigger && { open })} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={backdrop} />
        <RadixDialog.Content
          onOpenAutoFocus={handleOpen}
          onCloseAutoFocus={onCloseAutoFocus}
          data-dialog=""
          onInteractOutside={stayOpenForToasts}
          onEscapeKeyDown={stayOpenForToasts}
          onKeyUp={scrollToFocus}
          className={classNames(panel, wide && 'sm:w-[min(48rem,calc(100vw-2rem))]')}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <div ref={header} className="flex items-start justify-between gap-4">
            <RadixDialog.Title className="pt-1.5 text-xl">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton icon={X} label="Close" ref={pressOnBack} className="-mt-1 -mr-2 print:hidden" />
            </RadixDialog.Close>
          </div>
          {description && (
            <RadixDialog.Description className="mt-1 text-sm text-soft">
              {description}
            </RadixDialog.Description>
          )}
          {children && <div className="mt-4">{children}</div>}
          {actions && <DialogActions>{actions}</DialogActions>}
          <FocusableToasts />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function stayOpenForToasts(event: Event): void {
  // A toast is gone once its button has been pressed.
  if (event.target instanceof Element && (!event.target.isConnected || event.target.closest('[data-toasts]')))
    event.preventDefault()
}

/** From its end to its beginning, the focus moves without scrolling. */
function scrollToFocus({ key, target }: KeyboardEvent): void {
  if (key === 'Tab') (target as Element).scrollIntoView({ block: 'nearest' })
}

/** Lets the focus leave the dialog around it for the toasts. */
function FocusableToasts(): null {
  FocusScope.useFocusScopeBranch(document.querySelector<HTMLElement>('[data-toasts]'))
  return null
}

/** The buttons at the bottom of a dialog, stacked on phones. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions=""
      className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end print:hidden"
    >
      {children}
    </div>
  )
}

export const DialogClose = RadixDialog.Close

type AlertDialogProps = {
  title: ReactNode
  children?: ReactNode
  open?: boolean
  onClose: () => void
  confirm: string
  cancel?: string
  /** The button's label while it's working. */
  busy?: string | false | undefined
  onConfirm: () => void
  tone?: 'danger' | 'primary'
  /** Gets the focus afterwards if the button that opened it is gone. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** A question that must be answered. Cancel has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    title,
    children,
    open = true,
    onClose,
    confirm,
    cancel = 'Cancel',
    busy,
    onConfirm,
    tone = 'danger',
    fallbackFocus,
  } = props
  const returnFocus = useReturnFocus(fallbackFocus)
  return (
    <RadixAlert.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className={backdrop} />
        <RadixAlert.Content
          {...returnFocus}
          data-dialog=""
          onEscapeKeyDown={stayOpenForToasts}
          className={panel}
          {...(!children && { 'aria-describedby': undefined })}
        >
          <RadixAlert.Title className="text-xl">{title}</RadixAlert.Title>
          {children && (
            <RadixAlert.Description asChild>
              <div className="mt-2 text-[0.9375rem] text-soft">{children}</div>
            </RadixAlert.Description>
          )}
          <DialogActions>
            <RadixAlert.Cancel asChild>
              <Button ref={pressOnBack} variant="secondary">
                {cancel}
              </Button>
            </RadixAlert.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogActions>
          <FocusableToasts />
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}
