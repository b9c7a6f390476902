/** The media type of a file by its first bytes; an image where they're unknown. */
export function mediaTypeOf(file: Buffer): string {
  const head = file.toString('latin1', 0, 16)
  if (head.startsWith('%PDF-')) return 'application/pdf'
  if (head.startsWith('PK')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  if (head.startsWith('\xd0\xcf\x11\xe0')) return 'application/msword'
  return head.startsWith('ftyp', 4) ? 'image/heic' : 'image/jpeg'
}
