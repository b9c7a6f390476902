const KILOBYTE = 1024
const MEGABYTE = 1_048_576

/** A file size in bytes as `420 KB` below one megabyte, else `1.20 MB`. */
export function fileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(2)} MB`
  return `${Math.min(1023, Math.ceil(bytes / KILOBYTE))} KB`
}
