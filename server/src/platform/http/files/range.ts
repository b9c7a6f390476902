import type { IncomingHttpHeaders } from 'node:http'

/** First and last byte. */
export type ByteRange = Readonly<{ start: number; end: number }>

/**
 * The part of a file that a request asks for with `Range` and `If-Range` (RFC 9110 §14).
 * @returns undefined for the whole file, even if it has changed or several parts were requested; `beyond` when
 *   the part starts after the end of the file.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (start >= sizeBytes) return 'beyond'
  return start > end ? undefined : { start, end }
}
