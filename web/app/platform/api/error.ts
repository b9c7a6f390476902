/** A refusal from the server, or no response at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string>

  constructor(code: string, message: string, status: number, fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
  }

  /** Whether the same request may succeed later without any change. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 502
  }

  /** Whether the message was written by the server, rather than here because it sent none. */
  get hasServerMessage(): boolean {
    return this.code !== NETWORK && this.code !== UNREADABLE
  }
}

const NETWORK = 'network'
const UNREADABLE = 'unreadable'

/** There was no response. */
export function networkError(): ApiError {
  return new ApiError(NETWORK, 'Network error. Please check your connection.', 0)
}

/** There was a response, but not one of our server's, such as a proxy's error page. */
export function unreadableError(status: number): ApiError {
  return new ApiError(UNREADABLE, 'Something went wrong. Please try again.', status)
}
