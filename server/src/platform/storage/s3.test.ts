import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type S3, startS3 } from '@docketbox/local/s3'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Settings, s3Store } from './s3.ts'

let folder: string
let s3: S3
let clock = new Date()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-s3-'))
  s3 = await startS3({ now: () => clock })
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  s3.objects.clear()
  clock = new Date()
})

const docket = Buffer.from('Shell Coles Express 42.17')
const sha256 = createHash('sha256').update(docket).digest()
const open = (over: Partial<S3Settings> = {}) =>
  s3Store({ ...s3, incoming: join(folder, 'incoming'), ...over }, () => new Date())
const save = async (over?: Partial<S3Settings>) =>
  (await open(over)).receive(Readable.from([docket]), { limitBytes: 1000 })

describe('the bucket', () => {
  test('holds a file under the name a folder would give it', async () => {
    await save()
    const name = sha256.toString('hex')
    expect([...s3.objects.keys()]).toEqual([`${name.slice(0, 2)}/${name}`])
  })

  test.each([
    ['a wrong key id', { accessKeyId: 'unknown' }, 'InvalidAccessKeyId'],
    ['a wrong secret', { secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    ['another bucket', { bucket: 'elsewhere' }, 'NoSuchBucket'],
  ])('refuses %s at once', async (_, over, name) => {
    const before = s3.requests()
    await expect(save(over)).rejects.toMatchObject({ name })
    expect(s3.requests() - before).toBe(1)
    expect(s3.objects.size).toBe(0)
  })

  test('refuses everybody who has not signed', async () => {
    await save()
    const [key] = s3.objects.keys()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(`${s3.url}/${s3.bucket}/${key}`, { method })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('AccessDenied')])
    }
    expect(s3.objects.size).toBe(1)
  })

  test('refuses a request signed long ago', async () => {
    clock = new Date(Date.now() + 16 * 60_000)
    await expect(sdk({ correctsClock: false }).send(new HeadObjectCommand(at('a')))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    })
  })
})

describe('a file on its way to the bucket', () => {
  test('is sent again when the first try broke off', async () => {
    let failures = 2
    const flaky = await flakyProxy(s3, () => failures-- > 0)
    await save({ url: flaky.url })
    expect([...s3.objects.values()].map(({ body }) => body)).toEqual([docket])
    flaky.stop()
  })

  test('that cannot be delivered is not kept here either', async () => {
    const flaky = await flakyProxy(s3, () => true)
    await expect(save({ url: flaky.url })).rejects.toThrow(/hang up|ECONNRESET|socket/i)
    flaky.stop()
    expect(s3.objects.size).toBe(0)
  })
})

describe('the local service speaks as the real one', () => {
  test('refuses bytes that are not what they say they are', async () => {
    const wrong = {
      ...at('a'),
      Body: docket,
      ChecksumSHA256: createHash('sha256').update('x').digest('base64'),
    }
    await expect(sdk().send(new PutObjectCommand(wrong))).rejects.toMatchObject({ name: 'BadDigest' })
  })

  test('holds to the conditions of a put', async () => {
    const client = sdk()
    const { ETag } = await client.send(new PutObjectCommand({ ...at('a'), Body: docket, IfNoneMatch: '*' }))
    const again = new PutObjectCommand({ ...at('a'), Body: 'other', IfNoneMatch: '*' })
    await expect(client.send(again)).rejects.toMatchObject({ name: 'PreconditionFailed' })
    const changed = new PutObjectCommand({ ...at('a'), Body: 'other', IfMatch: '"0"' })
    await expect(client.send(changed)).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await client.send(new PutObjectCommand({ ...at('a'), Body: 'other', IfMatch: ETag! }))
  })

  test('answers ranges, conditions and pages of a list', async () => {
    const client = sdk()
    for (const key of ['a', 'b (1)+*!', 'c/ü'])
      await client.send(new PutObjectCommand({ ...at(key), Body: docket }))
    const part = async (Range: string) => {
      const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...at('b (1)+*!'), Range }))
      return [await Body!.transformToString(), ContentRange]
    }
    expect(await part('bytes=6-10')).toEqual(['Coles', 'bytes 6-10/25'])
    expect(await part('bytes=-5')).toEqual(['42.17', 'bytes 20-24/25'])
    await expect(part('bytes=25-')).rejects.toMatchObject({ name: 'InvalidRange' })
    const { ETag } = await client.send(new HeadObjectCommand(at('a')))
    const unchanged = client.send(new GetObjectCommand({ ...at('a'), IfNoneMatch: ETag! }))
    await expect(unchanged).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })

    const first = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, MaxKeys: 2 }))
    const ContinuationToken = first.NextContinuationToken!
    const second = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken }))
    expect([first.IsTruncated, second.IsTruncated]).toEqual([true, false])
    expect([...first.Contents!, ...second.Contents!].map(({ Key }) => Key)).toEqual(['a', 'b (1)+*!', 'c/ü'])
  })

  test('refuses what it does not model, such as the streaming framing', async () => {
    const client = new S3Client({ ...settings(), requestChecksumCalculation: 'WHEN_SUPPORTED' })
    const streamed = new PutObjectCommand({ ...at('a'), Body: Readable.from([docket]), ContentLength: 25 })
    await expect(client.send(streamed)).rejects.toMatchObject({ name: 'NotImplemented' })
  })

  test('lets a presigned address read until it expires, as it was signed and not otherwise', async () => {
    await sdk().send(new PutObjectCommand({ ...at('a'), Body: docket }))
    const address = await presign('a', 60, { 'response-content-disposition': 'attachment; filename="a.txt"' })
    const answer = await fetch(address)
    expect(await answer.text()).toBe(docket.toString())
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.txt"')
    expect((await fetch(address.replace('attachment', 'inline'))).status).toBe(403)
    expect((await fetch(address.replace('/a?', '/b?'))).status).toBe(403)
    clock = new Date(Date.now() + 61_000)
    expect((await fetch(address)).status).toBe(403)
  })
})

const at = (Key: string) => ({ Bucket: s3.bucket, Key })

function settings() {
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  return {
    logger,
    endpoint: s3.url,
    region: s3.region,
    credentials: s3,
    forcePathStyle: true,
  }
}

function ignore(): void {}

function sdk({ correctsClock = true } = {}): S3Client {
  const retries = correctsClock ? {} : { maxAttempts: 1 }
  return new S3Client({ ...settings(), requestChecksumCalculation: 'WHEN_REQUIRED', ...retries })
}

type Request = Readonly<{ path: string; query?: Record<string, unknown> }>
type RequestPresigner = { presign(request: object, options: object): Promise<Request> }

/** An address that carries its own signature, made by the SDK's signer. */
async function presign(key: string, expiresIn: number, query: Record<string, string>): Promise<string> {
  const { hostname, port, host } = new URL(s3.url)
  const auth = { signingRegion: s3.region, signingName: 's3', name: 'sigv4', properties: {} }
  const signer = (await sdk().config.signer(auth)) as unknown as RequestPresigner
  const { path, query: signed = {} } = await signer.presign(
    {
      method: 'GET',
      protocol: 'http:',
      hostname,
      port: Number(port),
      path: `/${s3.bucket}/${key}`,
      query,
      headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn, unhoistableHeaders: new Set(), unsignableHeaders: new Set(['x-amz-content-sha256']) },
  )
  return `${s3.url}${path}?${new URLSearchParams(signed as Record<string, string>).toString().replaceAll('+', '%20')}`
}

/** Stands before the service and cuts connections off in the middle of a request. */
async function flakyProxy({ url }: S3, cutsOff: () => boolean) {
  const target = new URL(url)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (cutsOff()) {
      socket.once('data', () => socket.destroy())
      return
    }
    const onward = connect(Number(target.port), target.hostname)
    onward.on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
