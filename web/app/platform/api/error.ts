/** A refusal from the server, or no answer at all. */
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
}

/** What is thrown where nobody answered. */
export function networkError(): ApiError {
  return new ApiError('network', 'Network error. Please check your connection.', 0)
}
