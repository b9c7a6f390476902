import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, metadata, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'

/** Links from an earlier version of the product. They can be turned off, but have no pages. */
export const paymentLinkRoutes: Route[] = [
  post('/v1/payment_links', ({ world, input }) => {
    const read = accept(input, {
      line_items: z.tuple([z.strictObject({ price: text, quantity: z.literal('1') })]),
      metadata: metadata.optional(),
    })
    world.get('price', read.line_items[0].price, 'line_items[0][price]')
    const id = world.id('plink')
    return world.put('payment link', {
      id,
      object: 'payment_link',
      active: true,
      currency: 'aud',
      livemode: false,
      metadata: read.metadata ?? {},
      url: `${world.origin}/pay/${id}`,
    } as Stripe.PaymentLink)
  }),
  get('/v1/payment_links', ({ world, input }) => {
    const { active, ...page } = accept(input, { ...paging, active: flag.optional() })
    const rows = world.all('payment link').filter((row) => active === undefined || row.active === active)
    return listOf('/v1/payment_links', rows, page)
  }),
  post('/v1/payment_links/:id', ({ world, params, input }) => {
    const { active } = accept(input, { active: flag })
    return world.change('payment link', world.get('payment link', params['id']!).id, { active })
  }),
]
