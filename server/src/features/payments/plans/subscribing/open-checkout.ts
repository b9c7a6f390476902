import {
  commonRefusals,
  paymentRefusals,
  paths,
  promotionRefusals,
  type RefusalSpec,
} from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { findPlan, runningRecurring } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { closeUnpaid } from '../../months/closing/close-payment.ts'
import { availableCredit } from '../../customers/credit.ts'
import { withCustomer } from '../../customers/customer.ts'
import type { PaymentDeps } from '../../deps.ts'
import { requestReconciliation } from '../../webhook/missed-events/reconciliation.ts'
import { firstPriceWith } from '../../promotions/first-price.ts'
import { present } from '../../promotions/own-code.ts'
import { findUsable } from '../../promotions/promotions.ts'
import * as store from '../../store.ts'
import { callStripe, createOnce, idOf } from '../../stripe.ts'
import { findConfirmedSubscriptions, isStarting } from '../../stripe-store.ts'
import { expire } from './close-checkouts.ts'

const MIN_LEFT_SECONDS = 3_600
/** Stripe expires pages after 30 minutes to 24 hours, its default; its clock may differ from ours by a minute. */
const MIN_LIFE_SECONDS = 31 * 60
const MAX_LIFE_SECONDS = 24 * 3_600 - 60
/** Far more than anyone opens in the day until they expire. */
const MAX_SESSIONS = 100

type Checkout = Readonly<{
  plan: string
  price: string
  ownerId: string
  publicUrl: string
  promotion: Stripe.PromotionCode | undefined
}>

/**
 * Opens the provider's page that subscribes a user to a plan. Each user has at most one open: asking for the same plan
 * again, even in another tab, leads to the same page, and asking for another plan closes it.
 * @param code a promotion code that takes something off the first payment.
 * @throws Refusal `payments.alreadySubscribed` while a subscription runs, since its plan can be changed instead;
 * `payments.debitUnderWay` while a bank debit is pending, `payments.planStarting` if they've paid and we haven't heard of
 * it yet;
 * `promotions.notFound`, `promotions.notForPlan`, `promotions.used`.
 */
export async function openCheckout(
  deps: PaymentDeps,
  scope: Scope,
  planId: string,
  code?: string,
): Promise<{ url: string }> {
  const { ownerId } = scope
  const plan = await findPlan(deps.db, planId)
  if (!plan || plan.isTrial || plan.providerPriceId === null) throw new Refusal(paymentRefusals.planNotFound)
  const refusal = await findRefusal(deps, ownerId, planId)
  if (refusal) throw new Refusal(refusal)
  // Unpaid months may hold credit, which the subscription uses first.
  const months = await store.findLive(deps.db, ownerId)
  if (months && months.creditCents > 0) await closeUnpaid(deps, months)
  await availableCredit(deps, ownerId)
  const promotion = code === undefined ? undefined : await findUsable(deps, scope, code)
  if (promotion && firstPriceWith(present(promotion), plan.priceCents) === undefined)
    throw new Refusal(promotionRefusals.notForPlan)
  const checkout = {
    plan: plan.id,
    price: plan.providerPriceId,
    ownerId,
    publicUrl: deps.publicUrl,
    promotion,
  }
  return withCustomer(deps, ownerId, (customer) =>
    callStripe(deps, async (stripe) => {
      const session = await findOrCreate(deps, stripe, customer, checkout)
      // Suspended, subscribed or withdrawn while this request ran: nothing must be left open.
      const refusalSince = await findRefusal(deps, ownerId, planId)
      if (refusalSince) {
        await expire(stripe, session.id)
        throw new Refusal(refusalSince)
      }
      return { url: session.url! }
    }),
  )
}

/** Why a user can't subscribe now; undefined if they can. */
async function findRefusal(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  ownerId: string,
  planId: string,
): Promise<RefusalSpec | undefined> {
  if (!(await findPlan(db, planId))?.isActive) return paymentRefusals.planNotFound
  if (await store.isLockedOut(db, ownerId)) return commonRefusals.notAllowed
  const running = await runningRecurring(db, ownerId, now())
  // A plan that has ended at Stripe can't be changed, so the new one replaces it.
  if (running.some(({ hasEndedAtStripe }) => !hasEndedAtStripe)) return paymentRefusals.alreadySubscribed
  return (await isStarting(db, ownerId)) ? paymentRefusals.debitUnderWay : undefined
}

async function findOrCreate(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>,
  stripe: Stripe,
  customer: string,
  checkout: Checkout,
): Promise<Stripe.Checkout.Session> {
  const list = async () => (await stripe.checkout.sessions.list({ customer, limit: MAX_SESSIONS })).data
  const sessions = await list()
  await refuseUntilEventsArrive(deps, stripe, sessions, checkout.ownerId)
  const seconds = +deps.now() / 1000
  // A new page wouldn't last longer than its code either.
  const minExpiry = Math.min(seconds + MIN_LEFT_SECONDS, checkout.promotion?.expires_at ?? Infinity)
  const isSame = (session: Stripe.Checkout.Session) =>
    session.metadata?.['price'] === checkout.price &&
    // A code that ended may have been created again, with another discount.
    promotionOf(session) === (checkout.promotion?.id ?? null) &&
    session.success_url === successUrl(checkout) &&
    session.expires_at >= minExpiry
  const isOpen = ({ status }: Stripe.Checkout.Session) => status === 'open'
  const open = sessions.filter(isOpen)
  const same = open.find(isSame)
  for (const { id } of open) if (id !== same?.id) await expire(stripe, id)
  if (same) return same
  const { plan, price, ownerId, publicUrl, promotion } = checkout
  const withCode = promotion && { code: promotion.code }
  const expires_at = expiryWith(promotion, seconds)
  return createOnce(
    // Two tabs that saw the same sessions create one.
    `checkout-${customer}-${price}-${promotion?.id ?? 'full'}-${sessions[0]?.id ?? 'first'}`,
    (options) =>
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: ownerId,
          line_items: [{ price, quantity: 1 }],
          ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
          metadata: { plan, price, ...withCode },
          subscription_data: {
            metadata: { plan, owner: ownerId, ...withCode },
            billing_mode: { type: 'flexible' },
          },
          success_url: successUrl(checkout),
          cancel_url: publicUrl + paths.plans,
          ...(expires_at !== undefined && { expires_at }),
        },
        options,
      ),
    async () => (await list()).find((session) => isOpen(session) && isSame(session)),
  )
}

/** Refuses to sell another plan to someone who has paid for one, while its events haven't arrived. */
async function refuseUntilEventsArrive(
  deps: Pick<PaymentDeps, 'db' | 'jobs'>,
  stripe: Stripe,
  sessions: readonly Stripe.Checkout.Session[],
  ownerId: string,
): Promise<void> {
  const heard = await findConfirmedSubscriptions(deps.db, ownerId)
  for (const { status, payment_status, subscription } of sessions) {
    const id = idOf(subscription)
    if (status !== 'complete' || !id || heard.has(id)) continue
    if ((await stripe.subscriptions.retrieve(id)).ended_at !== null) continue
    await requestReconciliation(deps, deps.db)
    const isPending = payment_status === 'unpaid'
    throw new Refusal(isPending ? paymentRefusals.debitUnderWay : paymentRefusals.planStarting)
  }
}

/**
 * When a page with a code expires: with the code, so that it can't be paid later. Those opened in its last half hour, the
 * least that Stripe allows, expire half an hour later, all at the same time: two tabs have to ask for the same.
 * @returns undefined for Stripe's 24 hours.
 */
function expiryWith(promotion: Stripe.PromotionCode | undefined, now: number): number | undefined {
  const end = promotion?.expires_at ?? Infinity
  if (end - now > MAX_LIFE_SECONDS) return undefined
  return end - now < MIN_LIFE_SECONDS ? end + MIN_LIFE_SECONDS : end
}

function successUrl({ publicUrl }: Checkout): string {
  return publicUrl + paths.subscribed
}

/** The ID of the promotion code on a page; null without one. */
export function promotionOf({ discounts }: Stripe.Checkout.Session): string | null {
  return idOf(discounts?.[0]?.promotion_code)
}
