import type { Endpoint, Input } from '@docketbox/contract/core/endpoint'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { isAbort, request, type TransferOptions } from '../api/client.ts'
import { ApiError, networkError } from '../api/error.ts'
import { idleTimeout } from '../api/idle-timeout.ts'

/** Tells the server which downloads are ours: only those does it end when we ask again after an interruption. */
const PAGE_ID = crypto.randomUUID()

/** Interruptions without a single byte in between. */
const MAX_FAILURES = 5

type Download = { blob: Blob; name: string | undefined }
type Ask = (headers?: Record<string, string>) => Promise<Response>

/**
 * Calls an endpoint that returns a file, reporting the download's progress. After an interruption it's continued if the
 * server offers that, or starts again if the file has changed. The name is the server's.
 * @throws ApiError when the server refuses or doesn't respond; AbortError when cancelled.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E, File>,
  { onProgress, ...given }: TransferOptions = {},
): Promise<Download> {
  const ask: Ask = (headers) =>
    request(endpoint, input, { ...given, headers: { ...given.headers, 'page-id': PAGE_ID, ...headers } })
  let response = await ask()
  for (;;) {
    const received = await receive(response, ask, onProgress)
    if (!(received instanceof Response)) return received
    response = received
  }
}

/** @returns the response that starts again if the file has changed. */
async function receive(
  response: Response,
  ask: Ask,
  onProgress: TransferOptions['onProgress'],
): Promise<Download | Response> {
  const { headers } = response
  const name = fileNameFrom(headers.get('content-disposition'))
  if (!response.body) return { blob: await response.blob(), name }
  const length = headers.get('content-length')
  const totalBytes = length === null ? undefined : Number(length)
  const etag = headers.get('etag')
  let failure: unknown
  let changed: Response | undefined
  const bytes = continuedBody(response.body, {
    totalBytes,
    isResumable: etag !== null,
    onProgress: (sentBytes) => onProgress?.({ sentBytes, totalBytes }),
    onFailure: (cause) => (failure = cause),
    resume: async (from) => {
      const rest = await ask({ range: `bytes=${from}-`, 'if-range': etag! })
      if (rest.status === 206 && rest.body) return rest.body
      changed = rest
      throw new ApiError('changed', networkError().message, 412)
    },
  })
  const type = headers.get('content-type') ?? ''
  try {
    return { blob: await new Response(bytes, { headers: { 'content-type': type } }).blob(), name }
  } catch (cause) {
    if (changed) return changed
    // Browsers replace the error of the bytes by their own.
    throw isAbort(cause) ? cause : failure instanceof ApiError ? failure : networkError()
  }
}

type Continued = {
  totalBytes: number | undefined
  isResumable: boolean
  onProgress: (sentBytes: number) => void
  /** Called with why the bytes end too early. */
  onFailure: (cause: unknown) => void
  /** Opens the rest of the bytes. */
  resume: (from: number) => Promise<ReadableStream<Uint8Array>>
}

/** The bytes of a body, and those of the bodies that continue it after interruptions. */
function continuedBody(
  body: ReadableStream<Uint8Array>,
  { totalBytes, isResumable, onProgress, onFailure, resume }: Continued,
): ReadableStream<Uint8Array> {
  /** Undefined after an interruption. */
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body.getReader()
  let sentBytes = 0
  let failures = 0

  async function read(): Promise<Uint8Array | undefined> {
    const current = (reader ??= (await resume(sentBytes)).getReader())
    let hasStalled = false
    const idle = idleTimeout(() => {
      hasStalled = true
      void current.cancel()
    })
    const { value } = await current.read().finally(idle.clear)
    const isCut = !value && totalBytes !== undefined && sentBytes < totalBytes
    if (hasStalled || isCut) throw networkError()
    return value
  }

  async function readOn(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        return await read()
      } catch (cause) {
        reader = undefined
        // A phone can be offline for long. Its owner can still cancel.
        if (navigator.onLine) failures++
        const isFinal = isAbort(cause) || (cause instanceof ApiError && !cause.isTemporary)
        if (!isResumable || isFinal || failures > MAX_FAILURES) {
          onFailure(cause)
          throw cause
        }
        if (failures > 1 || !navigator.onLine) await onlineOrTimeout()
      }
    }
  }

  return new ReadableStream({
    async pull(controller) {
      const value = await readOn()
      if (!value) return controller.close()
      failures = 0
      sentBytes += value.byteLength
      onProgress(sentBytes)
      controller.enqueue(value)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}

function fileNameFrom(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '') ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
}
