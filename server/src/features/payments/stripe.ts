import { paymentRefusals, type RefusalSpec } from '@docketbox/contract'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * Calls Stripe for someone who is waiting.
 * @throws Refusal `payments.unavailable` if Stripe can't be reached or is failing.
 */
export function callStripe<T>(
  deps: Pick<PaymentDeps, 'payments'>,
  call: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  return callForAdmin(deps, paymentRefusals.unavailable, call)
}

/**
 * Calls Stripe for an administrator.
 * @throws Refusal the given one if Stripe can't be reached or is failing: they aren't the one who is charged.
 */
export async function callForAdmin<T>(
  { payments }: Pick<PaymentDeps, 'payments'>,
  refusal: RefusalSpec,
  call: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await call(await payments.client())
  } catch (error) {
    if (isUnavailable(error)) throw new Refusal(refusal, { retryAfterSeconds: 60 })
    throw error
  }
}

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Whether Stripe may have received the request that failed. */
export function wasSent(error: unknown): boolean {
  if (typeOf(error) === 'StripeRateLimitError') return false
  return !neverConnected.includes(networkCodeOf(error) ?? '')
}

/** Why there was no answer, such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
export function networkCodeOf(error: unknown): string | undefined {
  return codeOf((error as { detail?: unknown }).detail ?? {})
}

export function isUnavailable(error: unknown): boolean {
  // The same request is being carried out right now.
  if (codeOf(error) === 'idempotency_key_in_use') return true
  return ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'].includes(typeOf(error) ?? '')
}

/** Whether Stripe refused a call, which trying again won't change: a key, the account, an object or a parameter. */
export function isRefused(error: unknown): boolean {
  return refusals.has(typeOf(error) ?? '') && !isUnavailable(error)
}

const refusals = new Set([
  'StripeAuthenticationError',
  'StripeCardError',
  'StripeIdempotencyError',
  'StripeInvalidRequestError',
  'StripePermissionError',
])

/** Whether Stripe refused this very call: an object, a parameter, or something that our restricted key may not do. */
export function isCallRefused(error: unknown): boolean {
  return ['StripeInvalidRequestError', 'StripePermissionError'].includes(typeOf(error) ?? '')
}

/** The class of a Stripe error, such as `StripeCardError`. */
export function typeOf(error: unknown): string | undefined {
  return (error as { type?: string }).type
}

/** The code of a Stripe error, such as `charge_already_refunded`. */
export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

/** Rethrows everything except that an object doesn't exist: another account, or a stand-in that was reset. */
export function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'resource_missing') throw error
}

/** Whether a charge can't be refunded because its customer has disputed it. */
export function isChargeDisputed(error: unknown): boolean {
  return ['charge_disputed', 'refund_disputed_payment'].includes(codeOf(error) ?? '')
}

/** Why Stripe refused a call, in its own words and without the full stop. */
export function reasonOf(error: unknown): string {
  return (error as Error).message.trim().replace(/\.$/, '')
}

/** Whether a refund is for more than other refunds left of the charge. */
export function isAboveRemainder(error: unknown): boolean {
  return typeOf(error) === 'StripeInvalidRequestError' && (error as { param?: string }).param === 'amount'
}

/**
 * Makes something at Stripe once. For a day, Stripe repeats what it answered to an idempotency key, even that it had an error of
 * its own or refused: then we look whether it was made all the same, and otherwise make it with another key.
 * @param find what was made; its metadata tells.
 */
export async function createOnce<T>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  let idempotencyKey = key
  // Calls that race use the same ones. If the second fails too, there's another in a minute.
  for (const otherOf of [originalRequest, currentMinute]) {
    try {
      return await create({ idempotencyKey })
    } catch (error) {
      if (!isRepeatedFailure(error)) throw error
      const made = await find()
      if (made) return made
      idempotencyKey = `${key}-${otherOf(error)}`
    }
  }
  return create({ idempotencyKey })
}

/** The request whose answer Stripe repeats. */
function originalRequest(error: unknown): string {
  const { headers } = error as { headers?: Record<string, string> }
  return headers?.['original-request'] ?? currentMinute()
}

function currentMinute(): string {
  return String(Math.floor(Date.now() / MINUTE_MS))
}

/** Our clock may be ahead of Stripe's. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS

/**
 * Whether an object was made for a job: an earlier one may have used the same key, more than a day before.
 * @param requestedAt when the job was queued; undefined if we don't know.
 */
export function wasMadeSince({ created }: { created: number }, requestedAt: Date | undefined): boolean {
  return requestedAt === undefined || created * 1000 >= +requestedAt - CLOCKS_DIFFER_MS
}

/** Whether an error is the one Stripe had the first time, so the same key won't ever succeed. Declined cards stay declined. */
function isRepeatedFailure(error: unknown): boolean {
  const { headers } = error as { headers?: Record<string, string> }
  const isPassing = ['StripeAPIError', 'StripeInvalidRequestError'].includes(typeOf(error) ?? '')
  return isPassing && headers?.['idempotent-replayed'] === 'true'
}

/** The ID of an object that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** Metadata of what we create and look for later, such as promotion codes. */
export const ownMark = { app: 'docketbox' } as const

export function isMarkedAsOurs({ metadata }: { metadata: Stripe.Metadata | null }): boolean {
  return metadata?.['app'] === ownMark.app
}

const ownId = z.uuid()

/** Whether a text that came back from Stripe can be one of our own IDs. */
export function isOwnId(text: string | null | undefined): text is string {
  return ownId.safeParse(text).success
}
