import type Stripe from 'stripe'
import { z } from 'zod'
import { flag, integer, metadata, text } from '#stripe/api/accept.ts'
import type { DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

/** A one-time item, at a price of its own, that a change adds to its invoice. */
export const addedItems = z
  .array(
    z.strictObject({
      price_data: z.strictObject({
        currency: z.literal('aud'),
        product: text,
        tax_behavior: z.literal('inclusive').optional(),
        unit_amount: integer,
      }),
      discountable: flag.optional(),
      metadata: metadata.optional(),
    }),
  )
  .default([])

export function addedLines(
  world: World,
  item: Stripe.SubscriptionItem,
  added: z.output<typeof addedItems>,
): DraftLine[] {
  return added.map(({ price_data: { product: id, unit_amount }, metadata: noted }) => {
    const product = world.get('product', id, 'product')
    return {
      description: product.name,
      amount: unit_amount,
      price: { product: product.id, cents: unit_amount },
      proration: false,
      period: { start: item.current_period_start, end: item.current_period_end },
      ...(noted && { metadata: noted }),
    }
  })
}
