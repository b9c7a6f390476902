import { type ChangePreview, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { customerOf, findPlan, type PlanRow, type Recurring, runningRecurring } from '#features/subscriptions'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { letEnd, withoutEnd } from './cancellation.ts'
import { dateOf } from '../webhook/invoices.ts'
import type { Needs as EventNeeds } from '../webhook/payment-intents.ts'
import { atProvider } from '../checkout/stripe-intent.ts'
import { lockFacts } from '../stripe-store.ts'
import { takeSubscription } from '../webhook/subscriptions.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'payments' | 'publicUrl'>
type Move = {
  plan: PlanRow & { providerPriceId: string }
  current: Recurring
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
}

/** How long the figures of a preview may be accepted. */
const PREVIEW_SECONDS = 30 * 60

/** What moving to another plan would cost at this moment: the same reckoning that the change itself will use. */
export async function previewChange(deps: Needs, actor: Actor, planId: string): Promise<ChangePreview> {
  const move = await moveOf(deps, actor, planId)
  const prorationDate = Math.floor(secondsNow(deps, move))
  const invoice = await atProvider(deps, (stripe) => previewInvoice(stripe, move, prorationDate))
  const amounts = invoice.lines.data.map(({ amount }) => amount)
  const creditCents = -amounts.filter((cents) => cents < 0).reduce((sum, cents) => sum + cents, 0)
  const chargeCents = amounts.filter((cents) => cents > 0).reduce((sum, cents) => sum + cents, 0)
  const balanceUsedCents = Math.min(
    Math.max(-invoice.starting_balance, 0),
    Math.max(chargeCents - creditCents, 0),
  )
  const period = invoice.lines.data.filter(({ amount }) => amount >= 0).map((line) => line.period.end)
  return {
    planName: move.plan.name,
    creditCents,
    chargeCents,
    balanceUsedCents,
    dueNowCents: invoice.amount_due,
    balanceAfterCents: Math.max(0, -(invoice.starting_balance + invoice.total)),
    renewsAt: dateOf(Math.max(...period)).toISOString(),
    prorationDate,
  }
}

/**
 * Moves the renewing plan at the price that was shown. What is due is charged first: a declined card changes nothing.
 * The new plan opens when the provider's event says that it is paid.
 */
export async function changePlan(
  deps: Needs,
  actor: Actor,
  { plan: planId, prorationDate, dueNowCents }: { plan: string; prorationDate: number; dueNowCents: number },
): Promise<{ message: string }> {
  const move = await moveOf(deps, actor, planId)
  const age = Math.abs(secondsNow(deps, move) - prorationDate)
  const isWithinPeriod =
    prorationDate >= move.item.current_period_start && prorationDate <= move.item.current_period_end
  if (!isWithinPeriod || age > PREVIEW_SECONDS) throw new Refusal(paymentRefusals.previewOutdated)
  const preview = await atProvider(deps, (stripe) => previewInvoice(stripe, move, prorationDate))
  if (preview.amount_due !== dueNowCents) throw new Refusal(paymentRefusals.previewOutdated)
  const { current, subscription, item, plan } = move
  await atProvider(deps, (stripe) =>
    stripe.subscriptions.update(
      current.providerSubscriptionId,
      {
        items: [{ id: item.id, price: plan.providerPriceId }],
        proration_behavior: 'always_invoice',
        proration_date: prorationDate,
        payment_behavior: 'error_if_incomplete',
        // Who changes a plan wants to keep one.
        ...withoutEnd(subscription),
      },
      { idempotencyKey: `change-${current.providerSubscriptionId}-${plan.providerPriceId}-${prorationDate}` },
    ),
  ).catch(refuseDecline)
  return { message: `Your plan is now ${plan.name}.` }
}

/** A test clock at the provider may run ahead of ours: its own time decides. */
function secondsNow({ now }: Pick<Deps, 'now'>, { item }: Move): number {
  return Math.max(now().getTime() / 1000, item.current_period_start)
}

function previewInvoice(
  stripe: Stripe,
  { current, item, plan }: Move,
  prorationDate: number,
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    subscription: current.providerSubscriptionId,
    subscription_details: {
      items: [{ id: item.id, price: plan.providerPriceId }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
    },
  })
}

/** The provider's own words for a card that was declined. */
function refuseDecline(thrown: unknown): never {
  const { type, message } = thrown as { type?: unknown; message?: string }
  if (type !== 'StripeCardError') throw thrown
  throw new Refusal(paymentRefusals.declined, message === undefined ? {} : { message })
}

async function moveOf(deps: Needs, actor: Actor, planId: string): Promise<Move> {
  const plan = await findPlan(deps.db, planId)
  if (!plan?.isActive || plan.isTrial || plan.providerPriceId === null)
    throw new Refusal(paymentRefusals.planNotFound)
  const current = await currentOf(deps, actor)
  if (current.planId === plan.id) throw new Refusal(paymentRefusals.samePlan)
  const subscription = await atProvider(deps, (stripe) =>
    stripe.subscriptions.retrieve(current.providerSubscriptionId),
  )
  const item = subscription.items.data[0]!
  if (subscription.status !== 'active') throw new Refusal(paymentRefusals.noSubscription)
  // Changed a moment ago: the event is still on its way.
  if (item.price.id === plan.providerPriceId) throw new Refusal(paymentRefusals.samePlan)
  return {
    plan: { ...plan, providerPriceId: plan.providerPriceId },
    current,
    subscription,
    item,
  }
}

async function currentOf({ db, now }: Needs, actor: Actor): Promise<Recurring> {
  const [current] = await runningRecurring(db, actor.id, now())
  if (!current) throw new Refusal(paymentRefusals.noSubscription)
  return current
}

/** Lets the plan end with what is paid, or takes that back. */
export async function cancelPlan(
  deps: Needs & EventNeeds,
  actor: Actor,
  isCancelled: boolean,
): Promise<{ message: string }> {
  const { providerSubscriptionId, periodEnd } = await currentOf(deps, actor)
  const look = await atProvider(deps, async (stripe) => {
    if (isCancelled) return letEnd(stripe, providerSubscriptionId)
    const plan = await stripe.subscriptions.retrieve(providerSubscriptionId)
    return stripe.subscriptions.update(providerSubscriptionId, withoutEnd(plan))
  })
  // The event will say the same; the person should not have to wait for it.
  await inTransaction(deps.db, async (db) => {
    const now = new Date(Math.floor(deps.now().getTime() / 1000) * 1000)
    const { seenAt } = await lockFacts(db, look.id)
    // No older than what was seen, should our clock be behind the provider's.
    await takeSubscription(deps, db, look, seenAt && seenAt > now ? seenAt : now)
  })
  if (look.ended_at !== null) return { message: 'Your plan has ended. Nothing more is charged.' }
  const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Melbourne' }).format(
    periodEnd,
  )
  return {
    message: isCancelled
      ? `Your plan ends on ${day}. Until then everything stays open.`
      : 'Your plan goes on.',
  }
}

/** Opens a fresh session of the provider's customer portal. */
export async function openPortal(deps: Needs, actor: Actor): Promise<{ url: string }> {
  const customer = await customerOf(deps.db, actor.id)
  if (!customer) throw new Refusal(paymentRefusals.noSubscription)
  const session = await atProvider(deps, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${deps.publicUrl}/dashboard` }),
  )
  return { url: session.url }
}
