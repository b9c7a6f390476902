const KILOBYTE = 1024
const MEGABYTE = 1_048_576
const GIGABYTE = 1_073_741_824

/** A file size in bytes as `420 KB` below one megabyte, `1.20 MB` below one gigabyte, else `1.2 GB`. */
export function fileSize(bytes: number): string {
  if (bytes >= GIGABYTE) return `${(bytes / GIGABYTE).toFixed(1)} GB`
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(2)} MB`
  return `${Math.min(1023, Math.ceil(bytes / KILOBYTE))} KB`
}
