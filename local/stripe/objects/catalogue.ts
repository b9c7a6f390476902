import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, clearable, flag, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { merged } from './customers.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

/** On the wire a decimal is a string; the SDK turns it into its Decimal on arrival. */
export function decimal(cents: number): Stripe.Decimal {
  return String(cents) as unknown as Stripe.Decimal
}

function makeProduct(
  world: World,
  given: { id?: string | undefined; name: string; description?: string | null | undefined },
): Stripe.Product {
  if (given.id && world.find('product', given.id))
    throw badRequest('Product already exists.', 'id', 'resource_already_exists')
  return world.put('product', {
    id: given.id ?? world.id('prod'),
    object: 'product',
    active: true,
    created: world.now(),
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  })
}

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.pipe(z.number().min(1)).default(1),
})

const newPrice = {
  currency: z.literal('aud'),
  unit_amount: integer.pipe(z.number().min(0)),
  product: text.optional(),
  product_data: z.strictObject({ name: text }).optional(),
  recurring: recurring.optional(),
  nickname: clearable.optional(),
  lookup_key: clearable.optional(),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
  metadata: metadata.optional(),
}

function makePrice(world: World, given: z.output<z.ZodObject<typeof newPrice>>): Stripe.Price {
  const product = given.product
    ? world.get('product', given.product, 'product').id
    : makeProduct(world, { name: given.product_data?.name ?? missingProduct() }).id
  if (
    given.lookup_key &&
    world.all('price').some((row) => row.active && row.lookup_key === given.lookup_key)
  ) {
    throw badRequest(`A price (active) already uses that lookup key.`, 'lookup_key')
  }
  return world.put('price', {
    id: world.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product,
    recurring: given.recurring
      ? { ...given.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: decimal(given.unit_amount),
  })
}

function missingProduct(): never {
  throw badRequest('Missing required param: product.', 'product', 'parameter_missing')
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

export const catalogueRoutes: Route[] = [
  post('/v1/products', ({ world, given }) => {
    const { metadata: own = {}, ...read } = accept(given, {
      id: text.optional(),
      name: text,
      description: clearable.optional(),
      metadata: metadata.optional(),
    })
    const product = world.change('product', makeProduct(world, read).id, { metadata: own })
    world.emit('product.created', product)
    return product
  }),
  get('/v1/products', ({ world, given }) => {
    const { active, ...page } = accept(given, { ...paging, active: flag.optional() })
    const rows = world.all('product').filter((row) => active === undefined || row.active === active)
    return listOf('/v1/products', rows, page)
  }),
  get('/v1/products/:id', ({ world, params }) => world.get('product', params['id']!)),
  post('/v1/products/:id', ({ world, params, given }) => {
    const old = world.get('product', params['id']!)
    const {
      metadata: added,
      name = old.name,
      active = old.active,
      description = old.description,
    } = accept(given, {
      name: text.optional(),
      active: flag.optional(),
      description: clearable.optional(),
      metadata: metadata.optional(),
    })
    const change = { name, active, description, metadata: merged(old.metadata, added), updated: world.now() }
    const product = world.change('product', old.id, change)
    world.emit('product.updated', product)
    return product
  }),
  post('/v1/prices', ({ world, given }) => {
    const price = makePrice(world, accept(given, newPrice))
    world.emit('price.created', price)
    return price
  }),
  get('/v1/prices', ({ world, given }) => {
    const { active, product, lookup_keys, ...page } = accept(given, {
      ...paging,
      active: flag.optional(),
      product: text.optional(),
      lookup_keys: z.array(text).optional(),
    })
    const rows = world.all('price').filter((row) => {
      const hasKey = !lookup_keys || (row.lookup_key !== null && lookup_keys.includes(row.lookup_key))
      return (
        hasKey && (active === undefined || row.active === active) && (!product || row.product === product)
      )
    })
    return listOf('/v1/prices', rows, page)
  }),
  get('/v1/prices/:id', ({ world, params }) => world.get('price', params['id']!)),
  post('/v1/prices/:id', ({ world, params, given }) => {
    const old = world.get('price', params['id']!)
    const {
      metadata: added,
      active = old.active,
      nickname = old.nickname,
      lookup_key = old.lookup_key,
    } = accept(given, {
      active: flag.optional(),
      nickname: clearable.optional(),
      lookup_key: clearable.optional(),
      metadata: metadata.optional(),
    })
    const price = world.change('price', old.id, {
      active,
      nickname,
      lookup_key,
      metadata: merged(old.metadata, added),
    })
    world.emit('price.updated', price)
    return price
  }),
]
