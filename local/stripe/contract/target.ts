import Stripe from 'stripe'
import { expect } from 'vitest'
import { recorded } from './calls.ts'
import { type StripeStandIn, startStripeStandIn } from '#stripe/index.ts'

/**
 * The contract suites run against the stand-in always, and against Stripe's own test mode when STRIPE_TEST_KEY holds a
 * test key. What can't run there says so in its name.
 */
// oxlint-disable-next-line node/no-process-env -- a key isn't part of the product's configuration, and must not be in a file
const realKey = process.env['STRIPE_TEST_KEY']
export const STAND_IN = 'the stand-in'
export const TEST_MODE = 'Stripe test mode'
export const targets: string[] = realKey?.startsWith('sk_test_') ? [STAND_IN, TEST_MODE] : [STAND_IN]

export type Target = {
  stripe: Stripe
  /** The same API with another key. */
  as: (key: string) => Stripe
  standIn: StripeStandIn | undefined
  proMonthly: Stripe.Price
  premiumQuarterly: Stripe.Price
  /** A customer whose time is `start`, and a way to move that time on. */
  customerAt: (start: number) => Promise<{ customer: string; advance: (to: number) => Promise<void> }>
  close: () => Promise<void>
}

/** The error of a refused call. */
export function refusedWith(type: string, more: object = {}): Error {
  return expect.objectContaining({ type, ...more }) as Error
}

/** @param now the time of the stand-in when it starts; Stripe itself has its own. */
export async function openTarget(name: string, now?: number): Promise<Target> {
  const clock = now === undefined ? {} : { now: () => new Date(now * 1000) }
  const standIn = name === STAND_IN ? await startStripeStandIn(clock) : undefined
  const config = standIn ? ({ host: standIn.host, port: standIn.port, protocol: 'http' } as const) : {}
  const as = (key: string) => recorded(name, new Stripe(key, { ...config, telemetry: false }))
  const stripe = as(standIn?.secretKey ?? realKey!)
  const product = await stripe.products.create({ name: 'Contract suite' })
  const shared = { currency: 'aud', product: product.id }
  const email = 'ann@example.com'
  return {
    stripe,
    as,
    standIn,
    proMonthly: await stripe.prices.create({ ...shared, unit_amount: 499, recurring: { interval: 'month' } }),
    premiumQuarterly: await stripe.prices.create({
      ...shared,
      unit_amount: 1197,
      recurring: { interval: 'month', interval_count: 3 },
    }),
    customerAt: async (start) => {
      if (standIn) {
        const { id } = await stripe.customers.create({ email })
        return { customer: id, advance: (to) => standIn.advance({ to: new Date(to * 1000) }) }
      }
      const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: start })
      const { id } = await stripe.customers.create({ email, test_clock })
      return { customer: id, advance: (to) => advanceTestClock(stripe, test_clock, to) }
    },
    close: async () => standIn?.stop(),
  }
}

async function advanceTestClock(stripe: Stripe, clock: string, to: number): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to })
  while ((await stripe.testHelpers.testClocks.retrieve(clock)).status === 'advancing') {
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
