import { type RefCallback, useCallback } from 'react'

/**
 * Shows bytes in the element it is given as `ref`; their address is released with the element.
 * @param type what they are shown as, whatever they claim: a page of somebody else's must not run as ours.
 * @param fragment of the address, such as what a PDF viewer is told.
 */
export function useBytesIn(
  bytes: Blob | undefined,
  { type, fragment = '' }: { type?: string; fragment?: string } = {},
): RefCallback<HTMLImageElement | HTMLIFrameElement> {
  return useCallback(
    (element) => {
      if (!element || !bytes) return
      const address = URL.createObjectURL(type ? new Blob([bytes], { type }) : bytes)
      element.src = address + fragment
      return () => URL.revokeObjectURL(address)
    },
    [bytes, type, fragment],
  )
}
