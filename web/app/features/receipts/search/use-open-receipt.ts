import { useCallback, useRef, useState } from 'react'
import { useMediaQuery } from '#platform/page/use-media-query.ts'
import { useUrlParams } from '#platform/page/url-params.ts'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'

type Shown = { receipt: string; open: string }

/**
 * The receipt of the URL, so that Back, a reload and a link show it. Wide screens show it beside the list, and in a
 * dialog once it's opened; others only in a dialog. What's typed about a receipt is only left after asking.
 */
export function useOpenReceipt() {
  const { params, setParams } = useUrlParams()
  const isBeside = useMediaQuery('(min-width: 75rem)')
  const [hasChanges, setHasChanges] = useState(false)
  const next = useRef<Shown>({ receipt: '', open: '' })
  const show = useCallback(
    (shown: Shown) => {
      setHasChanges(false)
      setParams(shown, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, () => show(next.current))
  const request = (receipt: string, open = '') => {
    next.current = { receipt, open }
    requestClose()
  }
  const id = params.get('receipt') ?? ''
  return {
    id,
    isBeside,
    isDialogOpen: id !== '' && (!isBeside || params.has('open')),
    select: (receipt: string) => receipt !== id && request(receipt),
    open: (receipt: string) => request(receipt, isBeside ? 'true' : ''),
    /** Closes the dialog; beside the list, the receipt stays. */
    close: () => request(isBeside ? id : ''),
    /** When the receipt has gone. */
    leave: () => show({ receipt: '', open: '' }),
    setHasChanges,
    confirmation,
  }
}
