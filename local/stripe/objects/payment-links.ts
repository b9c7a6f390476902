import { z } from 'zod'
import { accept, flag, integer, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { lineItemsOf, modeOf } from './line-items.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { merged } from './customers.ts'

const afterCompletion = z.union([
  z.strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ url }) }),
  z.strictObject({
    type: z.literal('hosted_confirmation'),
    hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
  }),
])
const ownMetadata = z.strictObject({ metadata: metadata.optional() }).optional()

export const paymentLinkRoutes: Route[] = [
  post('/v1/payment_links', ({ world, input }) => {
    const read = accept(input, {
      line_items: z.array(z.strictObject({ price: text, quantity: integer.default(1) })),
      after_completion: afterCompletion.optional(),
      metadata: metadata.optional(),
      subscription_data: ownMetadata,
      payment_intent_data: ownMetadata,
      payment_method_types: z.array(z.literal('card')).optional(),
      allow_promotion_codes: z.literal('false').optional(),
    })
    const id = world.id('plink')
    const items = lineItemsOf(world, read.line_items)
    const mode = modeOf(items)
    if (mode === 'payment' && read.subscription_data)
      throw badRequest('subscription_data needs a recurring price.', 'subscription_data')
    const redirect = read.after_completion?.type === 'redirect' ? read.after_completion.redirect : undefined
    const message =
      read.after_completion?.type === 'hosted_confirmation'
        ? read.after_completion.hosted_confirmation?.custom_message
        : undefined
    const link = world.put('payment link', {
      id,
      object: 'payment_link',
      active: true,
      after_completion: redirect
        ? { type: 'redirect', redirect }
        : { type: 'hosted_confirmation', hosted_confirmation: { custom_message: message ?? null } },
      allow_promotion_codes: false,
      application: null,
      application_fee_amount: null,
      application_fee_percent: null,
      automatic_tax: { enabled: false, liability: null },
      billing_address_collection: 'auto',
      consent_collection: null,
      currency: 'aud',
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      customer_creation: mode === 'subscription' ? 'always' : 'if_required',
      inactive_message: null,
      invoice_creation: null,
      line_items: { object: 'list', data: items, has_more: false, url: `/v1/payment_links/${id}/line_items` },
      livemode: false,
      managed_payments: null,
      metadata: read.metadata ?? {},
      on_behalf_of: null,
      payment_intent_data: null,
      payment_method_collection: 'always',
      payment_method_options: null,
      payment_method_types: null,
      phone_number_collection: { enabled: false },
      restrictions: null,
      shipping_address_collection: null,
      shipping_options: [],
      submit_type: 'auto',
      subscription_data: null,
      tax_id_collection: { enabled: false, required: 'never' },
      transfer_data: null,
      url: `${world.origin}/pay/${id}`,
    })
    world.put('plan', {
      id,
      lines: read.line_items,
      subscriptionMetadata: read.subscription_data?.metadata ?? {},
      paymentMetadata: read.payment_intent_data?.metadata ?? {},
    })
    world.emit('payment_link.created', link)
    return link
  }),
  get('/v1/payment_links', ({ world, input }) => {
    const { active, ...page } = accept(input, { ...paging, active: flag.optional() })
    const rows = world.all('payment link').filter((row) => active === undefined || row.active === active)
    return listOf('/v1/payment_links', rows, page)
  }),
  get('/v1/payment_links/:id', ({ world, params }) => world.get('payment link', params['id']!)),
  post('/v1/payment_links/:id', ({ world, params, input }) => {
    const old = world.get('payment link', params['id']!)
    const {
      active = old.active,
      metadata: added,
      ...rest
    } = accept(input, {
      active: flag.optional(),
      metadata: metadata.optional(),
      after_completion: afterCompletion.optional(),
    })
    if (rest.after_completion && rest.after_completion.type !== 'redirect')
      throw notModelled('changing to a hosted confirmation', 'after_completion')
    const after_completion = rest.after_completion ?? old.after_completion
    const link = world.change('payment link', old.id, {
      active,
      metadata: merged(old.metadata, added),
      after_completion,
    })
    world.emit('payment_link.updated', link)
    return link
  }),
  get('/v1/payment_links/:id/line_items', ({ world, params, input }) => {
    const link = world.get('payment link', params['id']!)
    return listOf(
      `/v1/payment_links/${link.id}/line_items`,
      link.line_items!.data.toReversed(),
      accept(input, paging),
    )
  }),
]
