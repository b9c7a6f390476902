import type { z } from 'zod'
import type { RefusalSpec } from './refusal.ts'
import type { Right } from './security/rights.ts'
import type { SecurityEventKind } from './security/security-events.ts'

/** Used instead of a schema by calls that carry a file instead of JSON. */
export const file = { kind: 'file' } as const
/** Used instead of a response schema by calls that redirect the browser (302). */
export const redirect = { kind: 'redirect' } as const
type FileMark = typeof file
type RedirectMark = typeof redirect

/** At most `max` calls in `windowSeconds`, counted per address, per network of addresses (/24 or /48) or per account. */
export type RateLimit = {
  readonly per: 'address' | 'network' | 'account'
  readonly max: number
  readonly windowSeconds: number
}

export const guestActions = [
  'enter',
  'openYear',
  'listReceipts',
  'search',
  'openReceipt',
  'viewImage',
  'downloadFile',
  'downloadFiles',
  'openRecords',
  'openPack',
  'downloadPack',
] as const
export type GuestAction = (typeof guestActions)[number]

export type GuestAccess = {
  /** What the owner sees in the guest log; null if nothing of theirs is shown. */
  readonly logs: GuestAction | null
  /** The parameter that names what it's about. */
  readonly about?: string
}

/** One HTTP call as plain data: the server mounts it, the web calls it, the OpenAPI document describes it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path parameters are written `:name` and named in `params`. */
  readonly path: `/api/${string}`
  /** The right a caller needs; `public` needs none. There is no default: leaving it out doesn't compile. */
  readonly right: Right | 'public'
  /** Also for guests, and limited to the years of `scope.incomeYears`. Without it, guests are refused. */
  readonly guests?: GuestAccess
  /** One sentence for the API document. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Object bodies are strict: unknown keys are refused. */
  readonly body?: z.ZodType | FileMark
  readonly response: z.ZodType | FileMark | RedirectMark
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** The refusals of this call's own slice, besides the common ones. */
  readonly refusals?: readonly RefusalSpec[]
  readonly limits?: readonly RateLimit[]
  /** The security event it records for the caller's account when it succeeds. */
  readonly event?: SecurityEventKind
  /** Set if a call costs the server more than its method suggests. */
  readonly cost?: 'search' | 'archive'
  /** Accepts an `Idempotency-Key` header: the same key answers with the first result. */
  readonly idempotent?: true
}

type Part = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.ZodType | FileMark ? P : never }[Part]

/** What a caller sends. `File` is the platform's type of a file. */
export type Input<E extends Endpoint, File = never> = {
  [P in PartsOf<E>]: E[P] extends z.ZodType ? z.input<E[P]> : File
}
/** What a handler receives, after parsing. */
export type Parsed<E extends Endpoint, File = never> = {
  [P in PartsOf<E>]: E[P] extends z.ZodType ? z.output<E[P]> : File
}
/** What a caller gets back. */
export type Output<E extends Endpoint, File = never> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : File
/** What a handler returns, before parsing. */
export type Result<E extends Endpoint, File = never, Redirect = never> = E['response'] extends z.ZodType
  ? z.input<E['response']>
  : E['response'] extends RedirectMark
    ? Redirect
    : File

/** @param call method and path, as in `GET /api/receipts`. */
export function endpoint<const Spec extends Omit<Endpoint, 'method' | 'path'>>(
  call: `${Endpoint['method']} ${Endpoint['path']}`,
  spec: Spec,
): Spec & Pick<Endpoint, 'method' | 'path'> {
  const [method, path] = call.split(' ') as [Endpoint['method'], Endpoint['path']]
  return { method, path, ...spec }
}

export function isFile(part: z.ZodType | FileMark | RedirectMark): part is FileMark {
  return part === file
}

export function isRedirect(part: z.ZodType | FileMark | RedirectMark): part is RedirectMark {
  return part === redirect
}

/** The address of a call: path parameters filled in, query appended. */
export function urlOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
