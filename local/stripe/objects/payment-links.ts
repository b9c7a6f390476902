import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { centsOf, nameOfPrice, recurringOf } from './catalogue.ts'

export const paymentLinkRoutes: Route[] = [
  post('/v1/payment_links', ({ world, input }) => {
    const read = accept(input, {
      line_items: z.tuple([z.strictObject({ price: text, quantity: z.literal('1') })]),
      after_completion: z.strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ url }) }),
      metadata: metadata.optional(),
      subscription_data: z.strictObject({ metadata }).optional(),
    })
    const id = world.id('plink')
    const price = world.get('price', read.line_items[0].price, 'line_items[0][price]')
    recurringOf(price)
    const item = {
      id: world.id('li'),
      object: 'item',
      amount_total: centsOf(price),
      currency: 'aud',
      description: nameOfPrice(world, price),
      price,
      quantity: 1,
    } as Stripe.LineItem
    const link = world.put('payment link', {
      id,
      object: 'payment_link',
      active: true,
      after_completion: read.after_completion,
      currency: 'aud',
      line_items: {
        object: 'list',
        data: [item],
        has_more: false,
        url: `/v1/payment_links/${id}/line_items`,
      },
      livemode: false,
      metadata: read.metadata ?? {},
      url: `${world.origin}/pay/${id}`,
    } as Stripe.PaymentLink)
    world.put('plan', {
      id,
      lines: [{ price: price.id, quantity: 1 }],
      subscriptionMetadata: read.subscription_data?.metadata ?? {},
    })
    world.emit('payment_link.created', link)
    return link
  }),
  get('/v1/payment_links', ({ world, input }) => {
    const { active: _, ...page } = accept(input, { ...paging, active: z.literal('true') })
    return listOf('/v1/payment_links', world.all('payment link'), page)
  }),
]
