import { commonRefusals, type RefusalBody, type RefusalSpec } from '@docketbox/contract'

type RefusalDetails = {
  /** Messages by field path. */
  fields?: Record<string, string>
  /** A more specific sentence than the refusal's own. */
  message?: string
  retryAfterSeconds?: number
}

/** A "no" the caller may see. Anything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly spec: RefusalSpec
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(spec: RefusalSpec, details: RefusalDetails = {}) {
    super(details.message ?? spec.message)
    this.spec = spec
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** A 429 with the time to wait in `Retry-After` and, above a minute, in the message. */
export function rateLimited(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  if (minutes === 1) return new Refusal(commonRefusals.tooManyRequests, { retryAfterSeconds })
  const message = `Too many attempts. Please try again in ${minutes} minutes.`
  return new Refusal(commonRefusals.tooManyRequests, { retryAfterSeconds, message })
}

type ErrorFields = { code?: string; expose?: boolean; statusCode?: number; syscall?: string }

/** 25006: a read-only server, such as a former primary. 08P01: a pooler without a server. EROFS: a disk after an error. */
const goneCodes =
  /^(08[0-9P]\d{2}|25006|57P0[1-5]|53300|EROFS|EACCES|EIO|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
const goneCalls = new Set(['connect', 'getaddrinfo'])
/** When a call is worth repeating: a pooled connection is usually replaced at once, a failover takes longer. */
const OUTAGE_RETRY_SECONDS = 2
/** The driver's own errors have no code. */
const goneMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** Converts anything thrown into the refusal to respond with. */
export function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  const { code, expose, statusCode } = (thrown instanceof Error ? thrown : {}) as ErrorFields
  if (isUnavailable(thrown))
    return new Refusal(commonRefusals.unavailable, { retryAfterSeconds: OUTAGE_RETRY_SECONDS })
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new Refusal(commonRefusals.storageFull)
  // A statement timeout.
  if (code === '57014') return new Refusal(commonRefusals.tookTooLong)
  if (code === '22021' || code === '22P05') return new Refusal(commonRefusals.malformed)
  // Other errors may have a status too, such as the one a service answered us with.
  const isOfFramework = code?.startsWith('FST_') || expose
  return new Refusal(isOfFramework ? specForStatus(statusCode) : commonRefusals.unexpected)
}

export function bodyOf(refusal: Refusal): RefusalBody {
  const { message, spec, fields } = refusal
  return { message, code: spec.code, ...(fields && { fields }) }
}

/** Fastify refuses some requests itself (bad JSON, body too large), with a 4xx status; so does its file server. */
function specForStatus(status = 500): RefusalSpec {
  if (status === 413) return commonRefusals.tooLarge
  if (status === 415) return commonRefusals.unsupportedType
  if (status === 429) return commonRefusals.tooManyRequests
  if (status === 503) return commonRefusals.unavailable
  return status >= 400 && status < 500 ? commonRefusals.malformed : commonRefusals.unexpected
}

/** Whether the database or the disk can't be reached or written to. */
function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code = '', syscall } = thrown as ErrorFields
  return goneCalls.has(syscall ?? '') || goneCodes.test(code) || goneMessages.test(thrown.message)
}
