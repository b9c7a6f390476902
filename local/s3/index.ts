import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback, loopback } from '#http/listen.ts'
import { refuseProduction } from '#http/refuse-production.ts'
import { S3Error } from './error.ts'
import { type Bucket, list, notModelled, put, rangeOf } from './objects.ts'
import { type Credentials, verify } from './signature.ts'
import { xml } from './xml.ts'

export type S3 = Awaited<ReturnType<typeof startS3>>

type Settings = Readonly<{
  bucket?: string
  port?: number | undefined
  now?: () => Date
  /** As with a default retention, every object needs a checksum. */
  hasObjectLock?: boolean
}>

const credentials: Credentials = {
  accessKeyId: 'local-access-key',
  secretAccessKey: 'local-secret-key',
  region: 'ap-southeast-2',
}

const knownParameters = ['x-id', 'list-type', 'max-keys', 'continuation-token', 'prefix']
/** Headers that would change what a request means. */
const unknownHeader =
  /^(if-|content-md5|x-amz-(?!content-sha256|date|user-agent|checksum-sha256|checksum-mode|sdk-))/

/**
 * Starts an S3 service on loopback with one in-memory bucket and path-style addresses. It checks every signature and
 * responds with an error to anything it doesn't model.
 */
export async function startS3({
  bucket: name = 'docketbox',
  port: preferredPort,
  now = () => new Date(),
  hasObjectLock = false,
}: Settings = {}) {
  refuseProduction('The S3 service')
  const bucket: Bucket = new Map()
  let requests = 0

  const server = createServer((request, response) => {
    requests++
    respond(request, response).catch((thrown: Error) => {
      const { status, code, message } =
        thrown instanceof S3Error ? thrown : new S3Error(500, 'InternalError', thrown.message)
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : xml('Error', { Code: code, Message: message }))
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', `http://${headers.host}`)
    const body = await buffer(request)
    const payloadHash = verify({ method, url, headers }, credentials, now())
    checkPayload(body, payloadHash)
    const [, bucketName = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (bucketName !== name) throw new S3Error(404, 'NoSuchBucket')
    const parameter = [...url.searchParams.keys()].find((name) => !knownParameters.includes(name))
    if (parameter) throw notModelled(`?${parameter}`)
    const unknown = Object.keys(headers).find((name) => unknownHeader.test(name))
    if (unknown) throw notModelled(unknown)
    const key = rest.join('/')
    return key === ''
      ? respondToBucket(method, url, response)
      : respondToObject(method, key, body, headers, response)
  }

  function respondToBucket(method: string, url: URL, response: ServerResponse): void {
    if (method === 'HEAD') return void response.writeHead(200).end()
    if (method !== 'GET' || url.searchParams.get('list-type') !== '2')
      throw notModelled(`${method} on a bucket`)
    const { page, limit, next } = list(bucket, url.searchParams)
    const document = xml('ListBucketResult', {
      Name: name,
      Prefix: url.searchParams.get('prefix') ?? '',
      KeyCount: page.length,
      MaxKeys: limit,
      IsTruncated: next !== undefined,
      NextContinuationToken: next,
      Contents: page.map(({ key, body, etag, modifiedAt }) => ({
        Key: key,
        LastModified: modifiedAt.toISOString(),
        ETag: etag,
        Size: body.length,
        StorageClass: 'STANDARD',
      })),
    })
    response.writeHead(200, { 'content-type': 'application/xml' }).end(document)
  }

  function respondToObject(
    method: string,
    key: string,
    body: Buffer,
    headers: IncomingHttpHeaders,
    response: ServerResponse,
  ): void {
    if (method === 'PUT') {
      const { etag } = put(bucket, key, body, headers, { now: now(), hasObjectLock })
      return void response.writeHead(200, { etag }).end()
    }
    if (method === 'DELETE') {
      bucket.delete(key)
      return void response.writeHead(204).end()
    }
    if (method !== 'GET' && method !== 'HEAD') throw notModelled(`${method} on an object`)
    const object = bucket.get(key)
    if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
    const range = rangeOf(headers.range, object.body.length)
    const part = range ? object.body.subarray(range.start, range.end + 1) : object.body
    response.writeHead(range ? 206 : 200, {
      etag: object.etag,
      'content-type': object.type,
      'content-length': part.length,
      'last-modified': object.modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${object.body.length}` }),
    })
    response.end(method === 'HEAD' ? undefined : part)
  }

  const port = await listenOnLoopback(server, preferredPort)
  return {
    url: `http://${loopback}:${port}`,
    bucket: name,
    ...credentials,
    /** The stored objects, for tests to inspect and damage. */
    objects: bucket,
    requests: () => requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function checkPayload(body: Buffer, payloadHash: string): void {
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) throw notModelled(payloadHash)
  if (createHash('sha256').update(body).digest('hex') !== payloadHash) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  }
}
