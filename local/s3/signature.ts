import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './error.ts'

export type Credentials = Readonly<{ accessKeyId: string; secretAccessKey: string; region: string }>

/** The parts of a request its signature covers. */
export type Signed = Readonly<{ method: string; url: URL; headers: IncomingHttpHeaders }>

type Claim = Readonly<{
  accessKeyId: string
  /** Date, region, service and terminator, as they enter the signing key. */
  scope: readonly string[]
  /** As `20260301T102030Z`. */
  time: string
  signedHeaders: readonly string[]
  signature: string
  payloadHash: string
}>

const algorithm = 'AWS4-HMAC-SHA256'
const skewMs = 15 * 60 * 1000

/**
 * Checks AWS Signature Version 4 in the header. Written from its specification without Amazon's code,
 * so it's an independent check of how the product uses theirs.
 * @returns the signed payload hash.
 * @throws S3Error
 */
export function verify(request: Signed, credentials: Credentials, now: Date): string {
  const claim = claimOf(request, now)
  const { accessKeyId, scope, signedHeaders } = claim
  if (accessKeyId !== credentials.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
  const [date, region, service, end] = scope
  if (
    date !== claim.time.slice(0, 8) ||
    region !== credentials.region ||
    service !== 's3' ||
    end !== 'aws4_request'
  ) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', `The scope ${scope.join('/')} is not ours.`)
  }
  const mustBeSigned = Object.keys(request.headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  )
  const unsigned = mustBeSigned.filter((name) => !signedHeaders.includes(name))
  if (unsigned.length > 0) throw new S3Error(403, 'AccessDenied', `Not signed: ${unsigned.join(', ')}`)
  const expected = sign(request, claim, credentials.secretAccessKey)
  const signature = Buffer.from(claim.signature, 'hex')
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new S3Error(403, 'SignatureDoesNotMatch')
  }
  return claim.payloadHash
}

function claimOf({ headers }: Signed, now: Date): Claim {
  const { authorization } = headers
  if (!authorization) throw new S3Error(403, 'AccessDenied', 'Anonymous access is forbidden.')
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!match) throw new S3Error(400, 'AuthorizationHeaderMalformed')
  const [, credential = '', signedHeaders = '', signature = ''] = match
  const time = header(headers, 'x-amz-date')
  if (Math.abs(now.getTime() - millisecondsOf(time)) > skewMs) throw new S3Error(403, 'RequestTimeTooSkewed')
  const [accessKeyId = '', ...scope] = credential.split('/')
  return {
    accessKeyId,
    scope,
    time,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash: header(headers, 'x-amz-content-sha256'),
  }
}

function sign({ method, url, headers }: Signed, claim: Claim, secret: string): Buffer {
  const { scope, time, signedHeaders, payloadHash } = claim
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(url.searchParams),
    ...signedHeaders.map((name) => `${name}:${header(headers, name).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = [algorithm, time, scope.join('/'), hash].join('\n')
  const key = scope.reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${secret}`))
  return hmac(key, text)
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&')
}

/** Amazon's percent-encoding: everything but the unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (value === undefined) throw new S3Error(400, 'InvalidRequest', `Missing ${name}`)
  return Array.isArray(value) ? value.join(',') : value
}

function millisecondsOf(time: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time)
  if (!match) throw new S3Error(403, 'AccessDenied', 'The date is invalid.')
  const [, year, month, day, hour, minute, second] = match.map(Number)
  return Date.UTC(year!, month! - 1, day, hour, minute, second)
}
