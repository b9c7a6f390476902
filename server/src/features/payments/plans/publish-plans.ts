import type { Stripe } from 'stripe'
import { z } from 'zod'
import { listPlansForSale, type PlanRow, setProviderPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isMissing } from '#platform/payments/stripe-client.ts'

/** Makes sure that the provider sells every plan on offer, at its price, through a payment link of its own. */
export const publishPlans = defineJob(
  'payments.publishPlans',
  z.object({}),
  async (deps) => {
    const stripe = await deps.payments.client()
    const plans = await listPlansForSale(deps.db)
    for (const plan of plans) if (plan.priceCents > 0) await publish(deps, stripe, plan)
  },
  { retries: 30, retryDelaySeconds: 10, policy: 'short', cron: '10 3 * * *' },
)

/** Asks for the plans to be published, as part of the transaction `db`. */
export function requestPublishing({ jobs }: Pick<Deps, 'jobs'>, db: Db): Promise<void> {
  return jobs.enqueue(db, publishPlans, {}, { singletonKey: 'plans' })
}

async function publish(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  stripe: Stripe,
  plan: PlanRow,
): Promise<void> {
  const price = await priceOf(stripe, plan)
  const link = (await linkFor(stripe, price.id)) ?? (await makeLink(stripe, plan, price.id, publicUrl))
  if (plan.providerPriceId !== price.id || plan.paymentLinkUrl !== link.url) {
    await setProviderPrice(db, plan.id, price.id, link.url)
  }
}

/** The price is found by a key of its plan and amount, so that a lost note of it makes no second one. */
async function priceOf(stripe: Stripe, plan: PlanRow): Promise<Stripe.Price> {
  const lookup_key = `plan-${plan.id}-${plan.priceCents}-${plan.periodMonths}`
  const [known] = (await stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })).data
  if (known) return known
  const product = await productOf(stripe, plan)
  return stripe.prices.create({
    currency: 'aud',
    unit_amount: plan.priceCents,
    product: product.id,
    recurring: { interval: 'month', interval_count: plan.periodMonths! },
    tax_behavior: 'inclusive',
    lookup_key,
    metadata: { plan: plan.id },
  })
}

async function productOf(stripe: Stripe, plan: PlanRow): Promise<Stripe.Product> {
  const id = `plan_${plan.id.replaceAll('-', '')}`
  try {
    return await stripe.products.retrieve(id)
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
    return stripe.products.create({ id, name: plan.name, metadata: { plan: plan.id } })
  }
}

async function linkFor(stripe: Stripe, price: string): Promise<Stripe.PaymentLink | undefined> {
  for await (const link of stripe.paymentLinks.list({ active: true, limit: 100 })) {
    if (link.metadata['price'] === price) return link
  }
  return undefined
}

function makeLink(
  stripe: Stripe,
  plan: PlanRow,
  price: string,
  publicUrl: string,
): Promise<Stripe.PaymentLink> {
  return stripe.paymentLinks.create({
    line_items: [{ price, quantity: 1 }],
    metadata: { plan: plan.id, price },
    subscription_data: { metadata: { plan: plan.id } },
    after_completion: { type: 'redirect', redirect: { url: `${publicUrl}/success-subscription` } },
  })
}
