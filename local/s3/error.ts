/** An error reported to the caller, worded as the service does. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}
