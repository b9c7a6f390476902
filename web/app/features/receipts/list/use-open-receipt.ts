import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { useUrlParams } from '#platform/page/url-params.ts'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'

type Shown = { receipt: string; open?: string; edit?: string }
/** The navigation state of a dialog that was opened from the list, which Back returns to. */
type Opened = { isOpened: true }

/**
 * The receipt of the URL, so that Back, a reload and a link show it. Wide screens show it beside the list, and in a
 * dialog once it's opened; others only in a dialog, which Back closes. Unsaved input is only discarded after asking.
 */
export function useOpenReceipt() {
  const { params, setParams } = useUrlParams()
  const { key, state } = useLocation()
  const navigate = useNavigate()
  const isWide = useMediaQuery('(min-width: 75rem)')
  const [hasChanges, setHasChanges] = useState(false)
  // Paper may be narrower than the screen, which stays the same.
  const isPrinting = useMediaQuery('print')
  // What's typed stays where it is when a tablet is turned.
  const [isBeside, setIsBeside] = useState(isWide)
  if (isBeside !== isWide && !hasChanges && !isPrinting) setIsBeside(isWide)
  const next = useRef<() => void>(undefined)
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, () => next.current?.())
  const leftEntry = useRef<string>(undefined)
  useEffect(() => {
    leftEntry.current = undefined
  }, [key])

  const id = params.get('receipt') ?? ''
  const isDialogOpen = id !== '' && (!isBeside || params.has('open'))
  const wasOpened = isDialogOpen && (state as Opened | null)?.isOpened === true

  function show(shown: Shown, opened?: Opened): void {
    setHasChanges(false)
    const options = opened ? { state: opened } : { replace: true }
    setParams({ open: '', edit: '', ...shown }, { ...options, preventScrollReset: true })
  }
  function request(shown: Shown, opened?: Opened): void {
    next.current = () => show(shown, opened)
    requestClose()
  }
  /** The screen's `LeaveGuard` asks about unsaved changes. */
  function goBack(): void {
    // Only once, even if it's pressed several times.
    if (!hasChanges && leftEntry.current === key) return
    if (!hasChanges) leftEntry.current = key
    void navigate(-1)
  }
  return {
    id,
    isBeside,
    isDialogOpen,
    /** Whether the dialog starts with editing the file's title. */
    isEditing: params.has('edit'),
    /** Shows it beside the list. */
    select: (receipt: string) => receipt !== id && request({ receipt }),
    open: (receipt: string) => request({ receipt, open: isBeside ? 'true' : '' }, { isOpened: true }),
    edit: (receipt: string) =>
      request({ receipt, open: isBeside ? 'true' : '', edit: 'title' }, { isOpened: true }),
    /** Closes the dialog; beside the list, the receipt stays. */
    close: () => (wasOpened ? goBack() : request({ receipt: isBeside ? id : '' })),
    /** When the receipt has gone. */
    leave: () => (wasOpened && !isBeside && !hasChanges ? goBack() : show({ receipt: '' })),
    hasChanges,
    setHasChanges,
    confirmation,
  }
}
