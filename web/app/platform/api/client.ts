import {
  type Endpoint,
  type Input,
  isFile,
  isRedirect,
  type Output,
  urlOf,
} from '@docketbox/contract/core/endpoint'
import { refusalBody } from '@docketbox/contract/core/refusal'
import { ApiError, networkError, unreadableError } from './error.ts'
import { type IdleTimeout, idleTimeout, watchBody } from './idle-timeout.ts'
import { parseResponse } from './parse-response.ts'
import { endGuestSession, isGuestScreen, readGuestToken } from '#platform/session/guest-session.ts'
import { endSession, readSession } from '#platform/session/session.ts'

export type Progress = {
  sentBytes: number
  /** Undefined until the size is known. */
  totalBytes: number | undefined
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** Finishes even if the page is left. */
  keepalive?: boolean
}
export type TransferOptions = CallOptions & { onProgress?: (progress: Progress) => void }

type Parts = { params?: unknown; query?: unknown; body?: unknown }

/**
 * Calls an endpoint.
 * @throws ApiError when the server refuses or doesn't respond; AbortError when cancelled.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E, File>,
  options: CallOptions = {},
): Promise<Output<E, Blob>> {
  const { response, idle } = await open(endpoint, input, options)
  const body = watchBody(response, idle)
  try {
    if (isFile(endpoint.response)) return (await body.blob()) as Output<E, Blob>
    return accept(endpoint, response.status, parseJson(await body.text())) as Output<E, Blob>
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw options.signal?.aborted ? aborted() : networkError()
  } finally {
    idle.clear()
  }
}

/** Calls an endpoint that takes a file, reporting the upload's progress. */
export function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E, File>,
  { signal, headers, onProgress }: TransferOptions = {},
): Promise<Output<E, Blob>> {
  const parts: Parts = input
  const { body, headers: encoded } = encode(parts.body)
  const token = tokenFor(endpoint)
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    const idle = idleTimeout(() => {
      reject(networkError())
      transfer.abort()
    })
    transfer.addEventListener('loadend', idle.clear)
    transfer.open(endpoint.method, urlOf(endpoint, parts))
    for (const [name, value] of Object.entries({ ...bearer(token), ...encoded, ...headers })) {
      transfer.setRequestHeader(name, value)
    }
    transfer.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      idle.reset()
      onProgress?.({ sentBytes: loaded, totalBytes: lengthComputable ? total : undefined })
    })
    transfer.addEventListener('load', () => {
      const { status } = transfer
      const json = parseJson(transfer.responseText)
      const retryAfter = transfer.getResponseHeader('retry-after')
      try {
        if (status >= 400) throw refusal(endpoint, token, { status, json, retryAfter })
        resolve(accept(endpoint, status, json) as Output<E, Blob>)
      } catch (error) {
        reject(error as ApiError)
      }
    })
    transfer.addEventListener('error', () => reject(networkError()))
    transfer.addEventListener('timeout', () => reject(networkError()))
    transfer.addEventListener('abort', () => reject(aborted()))
    if (signal?.aborted) return reject(aborted())
    signal?.addEventListener('abort', () => transfer.abort())
    transfer.send(body ?? null)
  })
}

/** Calls an endpoint. @throws ApiError when the server refuses or doesn't respond; AbortError when cancelled. */
export async function request(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const { response, idle } = await open(endpoint, parts, options)
  idle.clear()
  return response
}

/** @returns the response, and the timeout that still has to end the call if its body stalls. */
async function open(
  endpoint: Endpoint,
  parts: Parts,
  { signal, headers, keepalive = false }: CallOptions,
): Promise<{ response: Response; idle: IdleTimeout }> {
  const { body, headers: encoded } = encode(parts.body)
  const control = new AbortController()
  const cancel = () => control.abort()
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  const idle = idleTimeout(cancel)
  const token = tokenFor(endpoint)
  const response = await fetch(urlOf(endpoint, parts), {
    method: endpoint.method,
    headers: { ...bearer(token), ...encoded, ...headers },
    ...(body !== undefined && { body }),
    keepalive,
    signal: control.signal,
  }).catch((cause: unknown) => {
    idle.clear()
    throw signal?.aborted && isAbort(cause) ? cause : networkError()
  })
  if (!response.ok) {
    const json = parseJson(await response.text().catch(() => ''))
    idle.clear()
    const retryAfter = response.headers.get('retry-after')
    throw refusal(endpoint, token, { status: response.status, json, retryAfter })
  }
  if (isFile(endpoint.response) && response.headers.get('content-type')?.startsWith('text/html')) {
    idle.clear()
    cancel()
    // The login page of a Wi-Fi would be saved as the file.
    throw networkError()
  }
  return { response, idle }
}

/** The token that a call is made with now. */
function tokenFor(endpoint: Endpoint): string | undefined {
  if (endpoint.right === 'public') return undefined
  return isGuestScreen() ? readGuestToken() : readSession()?.token
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

function encode(body: unknown): { body?: FormData | string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (!(body instanceof Blob)) {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  }
  const form = new FormData()
  form.append('file', body)
  return { body: form, headers: {} }
}

/** @throws ApiError unless it's what this version of the app expects. */
function accept({ response }: Endpoint, status: number, json: unknown): unknown {
  if (isFile(response) || isRedirect(response)) return json
  // The login page of a Wi-Fi.
  if (json === undefined) throw networkError()
  const { success, data, error } = parseResponse(response, json)
  if (!success) throw unreadableError(status, error)
  return data
}

type Refused = { status: number; json: unknown; retryAfter: string | null }

/** Also ends a session the server no longer accepts; the screen then asks to log in, or for a new link. */
function refusal(
  endpoint: Endpoint,
  token: string | undefined,
  { status, json, retryAfter }: Refused,
): ApiError {
  // A late response mustn't end the session that has begun since.
  if (status === 401 && endpoint.right !== 'public' && token === tokenFor(endpoint)) {
    if (isGuestScreen()) endGuestSession()
    else endSession()
  }
  const body = refusalBody.safeParse(json)
  if (!body.success) return unreadableError(status)
  const { code, message, fields } = body.data
  return new ApiError(code, message, status, {
    ...(fields && { fields }),
    ...(retryAfter && { retryAfterSeconds: Number(retryAfter) }),
  })
}

/** What a cancelled call throws. */
export function aborted(): DOMException {
  return new DOMException('The transfer was cancelled.', 'AbortError')
}

/** Whether an error only means that the call was cancelled. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
