import type { Stripe } from 'stripe'
import { z } from 'zod'
import { listPlansForSale, type PlanRow, setProviderPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { ignoreMissing } from '../stripe.ts'

/** Makes sure that Stripe has a price for every plan on offer. */
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

/** Queues publishing the plans as part of the transaction `db`. */
export function requestPublishing({ jobs }: Pick<PaymentDeps, 'jobs'>, db: Db): Promise<void> {
  return jobs.enqueue(db, publishPlans, {}, { singletonKey: 'plans' })
}

async function publish({ db }: Pick<PaymentDeps, 'db'>, stripe: Stripe, plan: PlanRow): Promise<void> {
  const price = await findOrCreatePrice(stripe, plan)
  if (plan.providerPriceId !== price.id) await setProviderPrice(db, plan.id, price.id)
}

/** Finds the price by a key made of plan and amount, so that a lost ID doesn't create a second one. */
async function findOrCreatePrice(stripe: Stripe, plan: PlanRow): Promise<Stripe.Price> {
  const lookup_key = `plan-${plan.id}-${plan.priceCents}-${plan.periodMonths}`
  const [existing] = (await stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })).data
  if (existing) return existing
  const product = await findOrCreateProduct(stripe, plan)
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

async function findOrCreateProduct(stripe: Stripe, plan: PlanRow): Promise<Stripe.Product> {
  const id = `plan_${plan.id.replaceAll('-', '')}`
  try {
    return await stripe.products.retrieve(id)
  } catch (error) {
    ignoreMissing(error)
    return stripe.products.create({ id, name: plan.name, metadata: { plan: plan.id } })
  }
}
