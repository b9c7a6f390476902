import type { IncomingHttpHeaders } from 'node:http'

/** First and last byte. */
export type ByteRange = Readonly<{ start: number; end: number }>
export const WHOLE: ByteRange = { start: 0, end: Infinity }

/** The headers that ask for a part of a file. */
export type RangeHeaders = Readonly<Partial<Pick<IncomingHttpHeaders, 'range' | 'if-range'>>>

/**
 * The part of a file that a request asks for with `Range` and `If-Range` (RFC 9110 §14).
 * @returns undefined for the whole file, even if it has changed or several parts were requested; `beyond` when
 *   the part starts after the end of the file.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: RangeHeaders,
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

/** The bytes of a chunk that are within a range. `at` is where the chunk starts. */
export function within({ start, end }: ByteRange, chunk: Buffer, at: number): Buffer {
  return chunk.subarray(Math.max(0, start - at), Math.max(0, Math.min(chunk.length, end + 1 - at)))
}
