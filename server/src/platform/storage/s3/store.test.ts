import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { commonRefusals } from '@docketbox/contract'
import { type S3, startS3 } from '@docketbox/local/s3'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Settings, s3Store } from './store.ts'

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
  ])('refuses %s without a retry, which is a temporary failure to its callers', async (_, over, name) => {
    const before = s3.requests()
    await expect(save(over)).rejects.toMatchObject({ spec: commonRefusals.unavailable, cause: { name } })
    expect(s3.requests() - before).toBe(1)
    expect(s3.objects.size).toBe(0)
  })

  test('refuses unsigned requests', async () => {
    await save()
    const [key] = s3.objects.keys()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(`${s3.url}/${s3.bucket}/${key}`, { method })
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('AccessDenied')])
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
  test('is sent again if the first attempt is cut off', async () => {
    let failures = 2
    const flaky = await flakyProxy(s3, () => failures-- > 0)
    await save({ url: flaky.url })
    expect([...s3.objects.values()].map(({ body }) => body)).toEqual([docket])
    flaky.stop()
  })

  test('that can’t be delivered isn’t left on this machine', async () => {
    const flaky = await flakyProxy(s3, () => true)
    await expect(save({ url: flaky.url })).rejects.toMatchObject({
      spec: commonRefusals.unavailable,
      cause: { message: expect.stringMatching(/hang up|ECONNRESET|socket/i) },
    })
    flaky.stop()
    expect(s3.objects.size).toBe(0)
  })
})

describe('the local service speaks as the real one', () => {
  test('refuses bytes that don’t match their hash', async () => {
    const wrong = {
      ...at('a'),
      Body: docket,
      ChecksumSHA256: createHash('sha256').update('x').digest('base64'),
    }
    await expect(sdk().send(new PutObjectCommand(wrong))).rejects.toMatchObject({ name: 'BadDigest' })
  })

  test('answers ranges and pages of a list', async () => {
    const client = sdk()
    for (const key of ['a', 'b (1)+*!', 'c/ü'])
      await client.send(new PutObjectCommand({ ...at(key), Body: docket }))
    const part = async (Range: string) => {
      const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...at('b (1)+*!'), Range }))
      return [await Body!.transformToString(), ContentRange]
    }
    expect(await part('bytes=6-10')).toEqual(['Coles', 'bytes 6-10/25'])
    expect(await part('bytes=20-')).toEqual(['42.17', 'bytes 20-24/25'])
    await expect(part('bytes=25-')).rejects.toMatchObject({ name: 'InvalidRange' })
    const first = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, MaxKeys: 2 }))
    const ContinuationToken = first.NextContinuationToken!
    const second = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken }))
    expect([first.IsTruncated, second.IsTruncated]).toEqual([true, false])
    expect([...first.Contents!, ...second.Contents!].map(({ Key }) => Key)).toEqual(['a', 'b (1)+*!', 'c/ü'])
  })

  test('refuses the streaming framing, which it doesn’t model', async () => {
    const client = new S3Client({ ...settings(), requestChecksumCalculation: 'WHEN_SUPPORTED' })
    const streamed = new PutObjectCommand({ ...at('a'), Body: Readable.from([docket]), ContentLength: 25 })
    await expect(client.send(streamed)).rejects.toMatchObject({ name: 'NotImplemented' })
  })

  test.each([
    ['a condition', (to: object) => new PutObjectCommand({ ...at('a'), ...to, IfNoneMatch: '*' })],
    ['another checksum', (to: object) => new PutObjectCommand({ ...at('a'), ...to, ContentMD5: 'x' })],
    ['a range from the end', () => new GetObjectCommand({ ...at('a'), Range: 'bytes=-5' })],
    ['a delimiter', () => new ListObjectsV2Command({ Bucket: s3.bucket, Delimiter: '/' })],
  ])('refuses %s, which it does not model', async (_, command) => {
    const client = sdk()
    await client.send(new PutObjectCommand({ ...at('a'), Body: docket }))
    await expect(client.send(command({ Body: docket }) as PutObjectCommand)).rejects.toMatchObject({
      name: 'NotImplemented',
    })
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
