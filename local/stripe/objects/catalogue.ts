import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, clearable, flag, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { merged } from './customers.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

/** Decimals travel as strings; the SDK parses them. */
export function decimal(cents: number): Stripe.Decimal {
  return String(cents) as unknown as Stripe.Decimal
}

function makeProduct(
  world: World,
  input: { id?: string | undefined; name: string; description?: string | null | undefined },
): Stripe.Product {
  if (input.id && world.find('product', input.id))
    throw badRequest('Product already exists.', 'id', 'resource_already_exists')
  return world.put('product', {
    id: input.id ?? world.id('prod'),
    object: 'product',
    active: true,
    created: world.now(),
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: input.name,
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

function makePrice(world: World, input: z.output<z.ZodObject<typeof newPrice>>): Stripe.Price {
  const product = input.product
    ? world.get('product', input.product, 'product').id
    : makeProduct(world, { name: input.product_data?.name ?? missingProduct() }).id
  if (
    input.lookup_key &&
    world.all('price').some((row) => row.active && row.lookup_key === input.lookup_key)
  ) {
    throw badRequest(`A price (active) already uses that lookup key.`, 'lookup_key')
  }
  return world.put('price', {
    id: world.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product,
    recurring: input.recurring
      ? { ...input.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: decimal(input.unit_amount),
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
  post('/v1/products', ({ world, input }) => {
    const { metadata: own = {}, ...read } = accept(input, {
      id: text.optional(),
      name: text,
      description: clearable.optional(),
      metadata: metadata.optional(),
    })
    const product = world.change('product', makeProduct(world, read).id, { metadata: own })
    world.emit('product.created', product)
    return product
  }),
  get('/v1/products', ({ world, input }) => {
    const { active, ...page } = accept(input, { ...paging, active: flag.optional() })
    const rows = world.all('product').filter((row) => active === undefined || row.active === active)
    return listOf('/v1/products', rows, page)
  }),
  get('/v1/products/:id', ({ world, params }) => world.get('product', params['id']!)),
  post('/v1/products/:id', ({ world, params, input }) => {
    const old = world.get('product', params['id']!)
    const {
      metadata: added,
      name = old.name,
      active = old.active,
      description = old.description,
    } = accept(input, {
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
  post('/v1/prices', ({ world, input }) => {
    const price = makePrice(world, accept(input, newPrice))
    world.emit('price.created', price)
    return price
  }),
  get('/v1/prices', ({ world, input }) => {
    const { active, product, lookup_keys, ...page } = accept(input, {
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
  post('/v1/prices/:id', ({ world, params, input }) => {
    const old = world.get('price', params['id']!)
    const {
      metadata: added,
      active = old.active,
      nickname = old.nickname,
      lookup_key = old.lookup_key,
    } = accept(input, {
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
