import { GB_BYTES, MB_BYTES } from './units.ts'

const KB_BYTES = 1024

/** A file size in bytes as `420 KB` below one megabyte, `1.20 MB` below one gigabyte, else `1.2 GB`. */
export function fileSize(bytes: number): string {
  if (bytes >= GB_BYTES) return `${Number((bytes / GB_BYTES).toFixed(1))} GB`
  if (bytes >= MB_BYTES) return `${(bytes / MB_BYTES).toFixed(2)} MB`
  return `${Math.min(1023, Math.ceil(bytes / KB_BYTES))} KB`
}
