import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './error.ts'

type StoredObject = Readonly<{ body: Buffer; etag: string; type: string; modifiedAt: Date }>
export type Bucket = Map<string, StoredObject>

/** Stores an object if its checksum matches. */
export function put(
  bucket: Bucket,
  key: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
  { now, hasObjectLock }: { now: Date; hasObjectLock: boolean },
): StoredObject {
  checkDigest(body, headers, hasObjectLock)
  const stored = {
    body,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    type: headers['content-type'] ?? 'binary/octet-stream',
    modifiedAt: now,
  }
  bucket.set(key, stored)
  return stored
}

/** First and last byte of a Range header; undefined for the whole object. */
export function rangeOf(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  if (header === undefined) return undefined
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? []
  if (first === undefined) throw notModelled(`the range ${header}`)
  const range = { start: Number(first), end: Math.min(Number(last || Infinity), sizeBytes - 1) }
  if (range.start > range.end) throw new S3Error(416, 'InvalidRange')
  return range
}

/** One page of keys in order, and the cursor of the next. */
export function list(bucket: Bucket, query: URLSearchParams) {
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
  const prefix = query.get('prefix') ?? ''
  const keys = [...bucket.keys()].filter((key) => key > after && key.startsWith(prefix)).toSorted()
  const page = keys.slice(0, limit)
  const next = keys.length > limit ? Buffer.from(page.at(-1) ?? after).toString('base64url') : undefined
  return { page: page.map((key) => ({ key, ...bucket.get(key)! })), limit, next }
}

export function notModelled(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The local stand-in does not model ${what}.`)
}

function checkDigest(body: Buffer, headers: IncomingHttpHeaders, isRequired: boolean): void {
  const name = 'x-amz-checksum-sha256'
  const expected = headers[name]
  if (isRequired && expected === undefined)
    throw new S3Error(400, 'InvalidRequest', 'A checksum is required for objects that are locked.')
  if (expected !== undefined && createHash('sha256').update(body).digest('base64') !== expected)
    throw new S3Error(400, 'BadDigest', `${name} does not match what was received.`)
}
