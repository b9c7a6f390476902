/** We wait as long as this ourselves; then the user decides. */
export const MAX_WAIT_SECONDS = 15

/** A refusal from the server, or no response at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: string,
    message: string,
    status: number,
    {
      fields = {},
      retryAfterSeconds,
      cause,
    }: { fields?: Record<string, string>; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the same request may succeed later without any change. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 502 || this.isBrief
  }

  /** Whether the server would refuse the same request again. */
  get isLasting(): boolean {
    return this.hasServerMessage && [400, 403, 404].includes(this.status)
  }

  /** Whether we were only a little too fast. */
  private get isBrief(): boolean {
    return this.status === 429 && (this.retryAfterSeconds ?? Infinity) <= MAX_WAIT_SECONDS
  }

  /** Whether there was no response. */
  get isUnreachable(): boolean {
    return this.code === NETWORK
  }

  /** Whether the message was written by the server, rather than here because it sent none. */
  get hasServerMessage(): boolean {
    return this.code !== NETWORK && this.code !== UNREADABLE
  }
}

/** Whether an error is one of these refusals. */
export function isRefusedWith(error: unknown, ...refusals: readonly { code: string }[]): error is ApiError {
  return error instanceof ApiError && refusals.some(({ code }) => code === error.code)
}

/** Whether the server may have done what was asked, although it didn't say so. */
export function isUnanswered(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return error !== null
  const { status, code, hasServerMessage } = error
  // Without a response, or with one that can't be read.
  return status < 400 || (status >= 500 && (!hasServerMessage || code.startsWith('common.')))
}

const NETWORK = 'network'
const UNREADABLE = 'unreadable'

/** There was no response. */
export function networkError(): ApiError {
  return new ApiError(NETWORK, 'Network error. Please check your connection.', 0)
}

/** There was a response that this version of the app can't read, such as a proxy's error page. */
export function unreadableError(status: number, cause?: unknown): ApiError {
  // Then the server is newer than this page.
  const advice = status < 400 ? 'Please reload the page and try again.' : 'Please try again.'
  return new ApiError(UNREADABLE, `Something went wrong. ${advice}`, status, { cause })
}
