/** The kinds of file a receipt may hold (requirement 15). A file's type is detected from its content, never from its name. */
export const fileTypes = [
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], label: 'JPEG', isImage: true },
  { type: 'image/png', extensions: ['png'], label: 'PNG', isImage: true },
  { type: 'image/webp', extensions: ['webp'], label: 'WebP', isImage: true },
  { type: 'image/heic', extensions: ['heic', 'heif'], label: 'HEIC', isImage: true },
  { type: 'image/gif', extensions: ['gif'], label: 'GIF', isImage: true },
  { type: 'application/pdf', extensions: ['pdf'], label: 'PDF', isImage: false },
  { type: 'application/msword', extensions: ['doc'], label: 'DOC', isImage: false },
  {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    label: 'DOCX',
    isImage: false,
  },
] as const

export type FileType = (typeof fileTypes)[number]['type']

/** The name people use for a type: `JPEG`, `PDF`. */
export function fileTypeName(type: string): string {
  const fileType = fileTypes.find((fileType) => fileType.type === type)
  return fileType?.label ?? type.split('/').at(-1) ?? type
}

export function isImageType(type: string): boolean {
  return type.startsWith('image/')
}

/** The extension of a downloaded file, without a dot; `bin` for a type we don’t know. */
export function extensionOf(type: string): string {
  return fileTypes.find((fileType) => fileType.type === type)?.extensions[0] ?? 'bin'
}
