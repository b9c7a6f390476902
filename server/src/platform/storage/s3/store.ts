import type { ReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { FileStore, Staged, Stored } from '#platform/storage/file-store.ts'
import { isAbsent, readError, storeCalls } from './calls.ts'
import { clearAbandoned, stage } from '#platform/storage/folder/staging.ts'

export type S3Settings = Readonly<{
  url: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** What every key starts with, such as `backups/`. */
  prefix?: string
  /** The folder for files being received. */
  incoming: string
  /** To establish a connection. */
  connectMs?: number
  /** Without a byte in either direction. */
  idleMs?: number
  /** How long to stop calling the store after several failures. */
  breakMs?: number
}>

const CONNECT_MS = 3_000
const IDLE_MS = 15_000
/** The timeout of a readiness check. */
const READY_MS = 1_500

/**
 * Files in a bucket, as `ab/<sha256>`: the same names as in a folder, so that either can be copied to
 * the other. A file is received completely before it's sent to the bucket.
 */
export async function s3Store(settings: S3Settings, now: () => Date): Promise<FileStore> {
  const { bucket: Bucket, incoming, prefix: Prefix = '' } = settings
  const keyOf = (sha256: Buffer) => `${Prefix}${nameOf(sha256)}`
  await mkdir(incoming, { recursive: true })
  await clearAbandoned(incoming, now())
  let connected: ReturnType<typeof connect> | undefined
  const s3 = () => (connected ??= connect(settings))
  const { breakMs } = settings
  const call = storeCalls(breakMs === undefined ? {} : { breakMs })

  async function put({ path, sha256, sizeBytes }: Staged): Promise<void> {
    const file = await open(path, 'r')
    // A stream can be sent only once: the SDK's retries would send the rest of it.
    const body = file.createReadStream({ highWaterMark: 256 * 1024 })
    try {
      await putOnce(body, sha256, sizeBytes)
    } finally {
      body.destroy()
      await file.close()
    }
  }

  async function putOnce(Body: ReadStream, sha256: Buffer, ContentLength: number): Promise<void> {
    const { client, library } = await s3()
    const command = new library.PutObjectCommand({
      Bucket,
      Key: keyOf(sha256),
      Body,
      ContentLength,
      ContentType: 'application/octet-stream',
      // The service refuses other bytes.
      ChecksumSHA256: sha256.toString('base64'),
    })
    // The SDK can't know the hash of a stream.
    command.middlewareStack.add(
      (next) => async (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = sha256.toString('hex')
        return next(args)
      },
      { step: 'build', name: 'knownContentHash' },
    )
    await client.send(command)
  }

  async function get(sha256: Buffer, range?: { start: number; end: number }) {
    const { client, library } = await s3()
    const Range = range && `bytes=${range.start}-${range.end}`
    const Key = keyOf(sha256)
    try {
      const { Body } = await client.send(
        new library.GetObjectCommand({ Bucket, Key, ...(Range !== undefined && { Range }) }),
      )
      return Body!
    } catch (error) {
      throw readError(error, Key)
    }
  }

  return {
    receive: (bytes, options) =>
      stage(incoming, bytes, options, async (staged) => {
        await call(() => put(staged))
        await rm(staged.path, { force: true })
        const { sha256, sizeBytes, crc32 } = staged
        return { sha256, sizeBytes, crc32 }
      }),
    open: async (sha256, range) => (await call(() => get(sha256, range))) as Readable,
    async read(sha256, into, start) {
      const range = { start, end: start + into.length - 1 }
      return call(async () => {
        let filled = 0
        for await (const chunk of (await get(sha256, range)) as Readable) filled += chunk.copy(into, filled)
        return filled
      })
    },
    async has(sha256) {
      const { client, library } = await s3()
      try {
        await call(() => client.send(new library.HeadObjectCommand({ Bucket, Key: keyOf(sha256) })))
        return true
      } catch (error) {
        if (isAbsent(error)) return false
        throw error
      }
    },
    async remove(sha256) {
      const { client, library } = await s3()
      await call(() => client.send(new library.DeleteObjectCommand({ Bucket, Key: keyOf(sha256) })))
    },
    async *list(): AsyncIterable<Stored> {
      const { client, library } = await s3()
      for await (const { Contents = [] } of library.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
          const [, name] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(Prefix.length)) ?? []
          if (name) yield { sha256: Buffer.from(name, 'hex'), sizeBytes: Size, storedAt: LastModified }
        }
      }
    },
    async ready() {
      const { client, library } = await s3()
      await client.send(new library.HeadBucketCommand({ Bucket }), {
        abortSignal: AbortSignal.timeout(READY_MS),
      })
    },
  }
}

/** The SDK takes 35 MB, so it's loaded on first use. */
export async function connect({
  url,
  region,
  accessKeyId,
  secretAccessKey,
  connectMs = CONNECT_MS,
  idleMs = IDLE_MS,
}: Omit<S3Settings, 'incoming'>) {
  const library = await import('@aws-sdk/client-s3')
  const client: S3Client = new library.S3Client({
    endpoint: url,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Several S3-compatible services store the SDK's default framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the SDK would print them as well.
    logger: silent,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // We retry ourselves, and stop trying while the service is away.
    maxAttempts: 1,
  })
  return { client, library }
}

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

function nameOf(sha256: Buffer): string {
  const name = sha256.toString('hex')
  return `${name.slice(0, 2)}/${name}`
}
