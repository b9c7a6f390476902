import type { Stripe } from 'stripe'
import { z } from 'zod'
import { addPlanPrices, listPlansForSale, type PlanRow, setProviderPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { codeOf, ignoreMissing } from '../stripe.ts'

/** Makes sure that Stripe has a price for every plan on offer. */
export const publishPlans = defineJob(
  'payments.publishPlans',
  z.object({}),
  async (deps) => {
    await publishAll(deps)
  },
  { retries: 30, retryDelaySeconds: 10, policy: 'short', cron: '10 3 * * *' },
)

/** Queues publishing the plans as part of the transaction `db`. */
export function requestPublishing({ jobs }: Pick<PaymentDeps, 'jobs'>, db: Db): Promise<void> {
  return jobs.enqueue(db, publishPlans, {}, { singletonKey: 'plans' })
}

/** @returns the names of the plans. */
export async function publishAll(deps: Pick<PaymentDeps, 'db' | 'payments'>): Promise<string[]> {
  const stripe = await deps.payments.client()
  const plans = (await listPlansForSale(deps.db)).filter(({ priceCents }) => priceCents > 0)
  for (const plan of plans) await publish(deps, stripe, plan)
  return plans.map(({ name }) => name)
}

async function publish({ db }: Pick<PaymentDeps, 'db'>, stripe: Stripe, plan: PlanRow): Promise<void> {
  const product = await findOrCreateProduct(stripe, plan)
  // Its prices stay active when it's archived, but can't be sold.
  if (!product.active) await stripe.products.update(product.id, { active: true })
  const price = await findOrCreatePrice(stripe, plan, product)
  // Someone may have archived it in the Dashboard: its subscribers still renew at it.
  const archived = stripe.prices.list({ product: product.id, active: false, limit: 100 })
  for await (const { id } of archived) await addPlanPrices(db, plan.id, [id])
  if (plan.providerPriceId !== price.id) await setProviderPrice(db, plan.id, price.id)
}

type Price = Stripe.Price & { product: Stripe.Product }

/** Finds the price by a key made of plan and amount, so that a lost ID doesn't create a second one. */
export async function findPrice(stripe: Stripe, plan: PlanRow): Promise<Price | undefined> {
  const lookup_keys = [lookupKeyOf(plan)]
  const { data } = await stripe.prices.list({
    lookup_keys,
    active: true,
    limit: 1,
    expand: ['data.product'],
  })
  return data[0] as Price | undefined
}

function lookupKeyOf({ id, priceCents, periodMonths }: PlanRow): string {
  return `plan-${id}-${priceCents}-${periodMonths}`
}

async function findOrCreatePrice(
  stripe: Stripe,
  plan: PlanRow,
  product: Stripe.Product,
): Promise<Stripe.Price> {
  const existing = await findPrice(stripe, plan)
  if (existing) return existing
  return stripe.prices.create({
    currency: 'aud',
    unit_amount: plan.priceCents,
    product: product.id,
    recurring: { interval: 'month', interval_count: plan.periodMonths! },
    tax_behavior: 'inclusive',
    lookup_key: lookupKeyOf(plan),
    // A price that was archived keeps its key.
    transfer_lookup_key: true,
    metadata: { plan: plan.id },
  })
}

async function findOrCreateProduct(stripe: Stripe, plan: PlanRow): Promise<Stripe.Product> {
  const id = `plan_${plan.id.replaceAll('-', '')}`
  try {
    return await stripe.products.retrieve(id)
  } catch (error) {
    ignoreMissing(error)
  }
  try {
    return await stripe.products.create({ id, name: plan.name, metadata: { plan: plan.id } })
  } catch (error) {
    // The job of starting and an administrator's set-up may publish at once.
    if (codeOf(error) !== 'resource_already_exists') throw error
    return stripe.products.retrieve(id)
  }
}
