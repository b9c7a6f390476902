import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './error.ts'

export type StoredObject = Readonly<{ body: Buffer; etag: string; type: string; modifiedAt: Date }>
export type Bucket = Map<string, StoredObject>

/** Stores an object if its checksums and conditions match. */
export function put(
  bucket: Bucket,
  key: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
  now: Date,
): StoredObject {
  checkDigests(body, headers)
  const present = bucket.get(key)
  if (headers['if-none-match'] !== undefined) {
    if (headers['if-none-match'] !== '*') throw notModelled('If-None-Match with an ETag on a put')
    if (present) throw new S3Error(412, 'PreconditionFailed')
  }
  if (headers['if-match'] !== undefined) {
    if (!present) throw new S3Error(404, 'NoSuchKey')
    if (headers['if-match'] !== present.etag) throw new S3Error(412, 'PreconditionFailed')
  }
  const stored = {
    body,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    type: headers['content-type'] ?? 'binary/octet-stream',
    modifiedAt: now,
  }
  bucket.set(key, stored)
  return stored
}

/** The object, if the caller's conditions match. */
export function find(bucket: Bucket, key: string, headers: IncomingHttpHeaders): StoredObject {
  const object = bucket.get(key)
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  if (headers['if-match'] !== undefined && headers['if-match'] !== object.etag) {
    throw new S3Error(412, 'PreconditionFailed')
  }
  if (headers['if-none-match'] === object.etag) throw new S3Error(304, 'NotModified')
  return object
}

/** First and last byte of a Range header; undefined for the whole object. */
export function rangeOf(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const range =
    first === ''
      ? { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 }
      : { start: Number(first), end: Math.min(last === '' ? Infinity : Number(last), sizeBytes - 1) }
  const isSatisfiable = range.start <= range.end && !(first === '' && Number(last) === 0)
  if (!isSatisfiable) throw new S3Error(416, 'InvalidRange')
  return range
}

/** One page of keys in order, and the cursor of the next. */
export function list(bucket: Bucket, query: URLSearchParams) {
  if (query.has('delimiter')) throw notModelled('delimiter')
  const prefix = query.get('prefix') ?? ''
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const keys = [...bucket.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, limit)
  const next = keys.length > limit ? Buffer.from(page.at(-1) ?? after).toString('base64url') : undefined
  return { page: page.map((key) => ({ key, ...bucket.get(key)! })), prefix, limit, next }
}

export function notModelled(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The local stand-in does not model ${what}.`)
}

function checkDigests(body: Buffer, headers: IncomingHttpHeaders): void {
  const digests: Record<string, () => string> = {
    'content-md5': () => createHash('md5').update(body).digest('base64'),
    'x-amz-checksum-sha256': () => createHash('sha256').update(body).digest('base64'),
    'x-amz-checksum-sha1': () => createHash('sha1').update(body).digest('base64'),
    'x-amz-checksum-crc32': () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(crc32(body))
      return bytes.toString('base64')
    },
  }
  for (const [name, value] of Object.entries(headers)) {
    if (
      name === 'x-amz-checksum-algorithm' ||
      !(name === 'content-md5' || name.startsWith('x-amz-checksum-'))
    )
      continue
    const digest = digests[name]
    if (!digest) throw notModelled(name)
    if (digest() !== value) throw new S3Error(400, 'BadDigest', `${name} does not match what was received.`)
  }
}
