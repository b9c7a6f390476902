import { MINUTE_MS } from '@docketbox/contract/core/units'
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the URL later, and saves an empty file if it's revoked by then.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
