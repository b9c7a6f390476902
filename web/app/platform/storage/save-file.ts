/** Hands a file to the browser's downloads under the given name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this task; releasing it at once would save an empty file in Safari.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
