import { type CustomerCredit, paymentRefusals, type RefusalSpec } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { findCustomer } from '../../customers/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { creditedOf, readCharges } from '../credit.ts'
import { listMarked, sumMarked } from '../marked-transactions.ts'
import { isTakenBack } from '../refundable.ts'
import * as payments from '../../store.ts'
import { callForAdmin, ignoreMissing } from '../../stripe.ts'
import { type Part, sumOpen } from './store.ts'

type LimitDeps = Pick<PaymentDeps, 'db' | 'payments'>
/** A user's credit at Stripe, and the payments it came from. The oldest is refunded first. */
export type CreditSources = {
  customer: string
  /** The latest change of the balance. */
  afterTransaction: string
  creditCents: number
  /** What plan changes added, less what was refunded. The user didn't pay for any other credit. */
  addedCents: number
  sources: Part[]
}

/** A user's credit, as administrators see it. @throws Refusal `payments.refundLimitsUnavailable`. */
export async function showCustomerCredit(deps: LimitDeps, ownerId: string): Promise<CustomerCredit> {
  // Open refunds first: if one finishes in between, the credit is already what it left.
  const refundingCents = await sumOpen(deps.db, ownerId)
  const credit = await findSources(deps, ownerId, paymentRefusals.refundLimitsUnavailable)
  if (!credit) return { creditCents: 0, refundableCents: 0, refundingCents }
  const { creditCents } = credit
  return { creditCents, refundableCents: refundableOf(credit), refundingCents }
}

/** How much of the credit can be refunded: no more than the user paid for. */
export function refundableOf({ creditCents, addedCents, sources }: CreditSources): number {
  const paidCents = sources.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(0, Math.min(creditCents, addedCents, paidCents))
}

/** Splits a refund between payments. */
export function splitRefund(amountCents: number, sources: readonly Part[]): Part[] {
  let leftCents = amountCents
  const parts: Part[] = []
  for (const { paymentId, amountCents } of sources) {
    const cents = Math.min(leftCents, amountCents)
    if (cents > 0) parts.push({ paymentId, amountCents: cents })
    leftCents -= cents
  }
  return parts
}

/** Asks Stripe where a user's credit came from; undefined without any. @throws Refusal `inOutage`. */
export async function findSources(
  deps: LimitDeps,
  ownerId: string,
  inOutage: RefusalSpec,
): Promise<CreditSources | undefined> {
  const customer = await findCustomer(deps.db, ownerId)
  if (!customer) return undefined
  return callForAdmin(deps, inOutage, async (stripe) => {
    const latest = await latestChange(stripe, customer.id)
    if (!latest || latest.ending_balance >= 0) return undefined
    return {
      customer: customer.id,
      afterTransaction: latest.id,
      creditCents: -latest.ending_balance,
      ...(await listSources(deps, stripe, { ownerId, customer: customer.id })),
    }
  })
}

async function latestChange(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.CustomerBalanceTransaction | undefined> {
  const list = await stripe.customers.listBalanceTransactions(customer, { limit: 1 }).catch(ignoreMissing)
  const latest = list?.data[0]
  // In Stripe's Dashboard, credit can be in any currency.
  return latest?.currency === 'aud' ? latest : undefined
}

/** How much of each payment plan changes credited, less what was refunded. */
async function listSources(
  { db }: LimitDeps,
  stripe: Stripe,
  { ownerId, customer }: { ownerId: string; customer: string },
): Promise<Pick<CreditSources, 'addedCents' | 'sources'>> {
  const charged = await payments.listCharged(db, ownerId)
  const bySubscription = Map.groupBy(charged, ({ providerSubscriptionId }) => providerSubscriptionId!)
  const credited = new Map<string, number>()
  const isDisputed = charged.some(({ disputeState }) => disputeState !== null)
  const marked = isDisputed ? await listMarked(stripe, customer) : []
  const correctedCents = sumMarked(marked, 'corrected')
    .values()
    .reduce((sum, cents) => sum - cents, 0)
  let addedCents =
    correctedCents - charged.reduce((sum, { creditRefundedCents }) => sum + creditRefundedCents, 0)
  for (const [subscription, rows] of bySubscription) {
    const ledger = await readCharges(db, stripe, subscription)
    addedCents += ledger.addedCents
    for (const row of rows.filter((payment) => !isTakenBack(payment)))
      credited.set(
        row.id,
        Math.min(creditedOf(ledger.charges, row, marked).creditedCents, row.amountCents - row.refundedCents),
      )
  }
  const sources = charged.map(({ id }) => ({ paymentId: id, amountCents: credited.get(id) ?? 0 }))
  return { addedCents, sources }
}
