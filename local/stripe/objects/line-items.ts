import type Stripe from 'stripe'
import { centsOf, nameOfPrice } from './catalogue.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import type { World } from '#stripe/store/world.ts'

export function lineItemsOf(world: World, lines: { price: string; quantity: number }[]): Stripe.LineItem[] {
  if (lines.length === 0)
    throw badRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
  return lines.map(({ price: id, quantity }, at) => {
    const price = world.get('price', id, `line_items[${at}][price]`)
    const cents = centsOf(price) * quantity
    return {
      id: world.id('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: cents,
      amount_tax: 0,
      amount_total: cents,
      currency: 'aud',
      description: nameOfPrice(world, price),
      metadata: {},
      price,
      quantity,
    }
  })
}

export function modeOf(items: Stripe.LineItem[]): 'payment' | 'subscription' {
  const recurring = items.filter((item) => item.price?.recurring)
  if (recurring.length === 0) return 'payment'
  if (items.length > 1) throw notModelled('several items beside a recurring one', 'line_items')
  return 'subscription'
}

export function totalOf(items: Stripe.LineItem[]): number {
  return items.reduce((sum, item) => sum + item.amount_total, 0)
}
