import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

/** Decimals travel as strings; the SDK parses them. */
export function decimal(cents: number): Stripe.Decimal {
  return String(cents) as unknown as Stripe.Decimal
}

export function recurringOf(price: Stripe.Price): Stripe.Price.Recurring {
  if (!price.recurring) throw badRequest(`The price ${price.id} is not recurring.`, 'price')
  return price.recurring
}

export function centsOf(price: Stripe.Price): number {
  if (price.unit_amount === null) throw notModelled('prices without a unit amount')
  return price.unit_amount
}

export function nameOfPrice(world: World, price: Stripe.Price): string {
  return world.get('product', price.product as string).name
}

/** How often a price is charged: `month` or `every 3 months`. */
export function intervalOf(price: Stripe.Price): string {
  const { interval, interval_count } = recurringOf(price)
  return interval_count === 1 ? interval : `every ${interval_count} ${interval}s`
}

/** A price that can be sold now; existing subscriptions renew at one that was archived. @throws Fault for others. */
export function priceForSale(world: World, id: string, param: string): Stripe.Price {
  const price = world.get('price', id, param)
  if (!price.active)
    throw badRequest('The price specified is inactive. This field only accepts active prices.', param)
  if (!world.get('product', price.product as string).active)
    throw badRequest(
      `Price \`${id}\` is not available to be purchased because its product is not active.`,
      param,
    )
  return price
}

/** Takes a lookup key from the price that has it, even an archived one. @throws Fault unless it may be transferred. */
function freeLookupKey(world: World, key: string, mayTransfer: boolean): void {
  const holder = world.all('price').find((row) => row.lookup_key === key)
  if (!holder) return
  if (!mayTransfer) throw badRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  world.emit('price.updated', world.change('price', holder.id, { lookup_key: null }))
}

export const catalogueRoutes: Route[] = [
  post('/v1/products', ({ world, input }) => {
    const read = accept(input, { id: text.optional(), name: text, metadata: metadata.optional() })
    if (read.id && world.find('product', read.id))
      throw badRequest('Product already exists.', 'id', 'resource_already_exists')
    const product = world.put('product', {
      id: read.id ?? world.id('prod'),
      object: 'product',
      active: true,
      created: world.now(),
      livemode: false,
      metadata: read.metadata ?? {},
      name: read.name,
      type: 'service',
      updated: world.now(),
    } as Stripe.Product)
    world.emit('product.created', product)
    return product
  }),
  get('/v1/products/:id', ({ world, params }) => world.get('product', params['id']!)),
  post('/v1/products/:id', ({ world, params, input }) => {
    const { active } = accept(input, { active: flag })
    const { id } = world.get('product', params['id']!)
    const product = world.change('product', id, { active, updated: world.now() })
    world.emit('product.updated', product)
    return product
  }),
  post('/v1/prices', ({ world, input }) => {
    const read = accept(input, {
      currency: z.literal('aud'),
      unit_amount: integer.pipe(z.number().min(0)),
      product: text,
      recurring: z.strictObject({
        interval: z.literal('month'),
        interval_count: integer.pipe(z.number().min(1)).default(1),
      }),
      lookup_key: text.optional(),
      transfer_lookup_key: flag.default(false),
      tax_behavior: z.literal('inclusive').optional(),
      metadata: metadata.optional(),
    })
    if (read.lookup_key) freeLookupKey(world, read.lookup_key, read.transfer_lookup_key)
    const price = world.put('price', {
      ...world.base('price', 'price'),
      active: true,
      billing_scheme: 'per_unit',
      currency: read.currency,
      lookup_key: read.lookup_key ?? null,
      metadata: read.metadata ?? {},
      product: world.get('product', read.product, 'product').id,
      recurring: { ...read.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
      tax_behavior: read.tax_behavior ?? 'unspecified',
      type: 'recurring',
      unit_amount: read.unit_amount,
      unit_amount_decimal: decimal(read.unit_amount),
    } as Stripe.Price)
    world.emit('price.created', price)
    return price
  }),
  post('/v1/prices/:id', ({ world, params, input }) => {
    const { active } = accept(input, { active: flag })
    const price = world.change('price', world.get('price', params['id']!).id, { active })
    world.emit('price.updated', price)
    return price
  }),
  get('/v1/prices', ({ world, input }) => {
    const { lookup_keys, product, active, ...page } = accept(input, {
      ...paging,
      active: flag.default(true),
      product: text.optional(),
      lookup_keys: z.array(text).optional(),
    })
    const isListed = (row: Stripe.Price) =>
      row.active === active &&
      (!product || row.product === product) &&
      (!lookup_keys || lookup_keys.includes(row.lookup_key ?? ''))
    return listOf('/v1/prices', world.all('price').filter(isListed), page)
  }),
]
