import { type RefCallback, useCallback } from 'react'

/**
 * Shows a blob in the image or frame that gets the returned ref, and revokes the URL when the element goes.
 * @param type overrides the blob's own type, so that an uploaded HTML page can't run as ours.
 * @param fragment appended to the URL, e.g. parameters for the PDF viewer.
 */
export function useBlobUrl(
  blob: Blob | undefined,
  { type, fragment = '' }: { type?: string; fragment?: string } = {},
): RefCallback<HTMLImageElement | HTMLIFrameElement> {
  return useCallback(
    (element) => {
      if (!element || !blob) return
      const url = URL.createObjectURL(type ? new Blob([blob], { type }) : blob)
      element.src = url + fragment
      return () => URL.revokeObjectURL(url)
    },
    [blob, type, fragment],
  )
}
