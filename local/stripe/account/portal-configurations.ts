import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

type Configuration = Stripe.BillingPortal.Configuration

const feature = z.strictObject({ enabled: flag })
/** Changing plans and pausing aren't modelled: only turning them off is. */
const off = z.strictObject({ enabled: z.literal('false').transform(() => false) })
const features = z.strictObject({
  customer_update: off.optional(),
  invoice_history: feature.optional(),
  payment_method_update: feature.optional(),
  subscription_cancel: feature
    .extend({
      mode: z.literal('at_period_end').default('at_period_end'),
      proration_behavior: z.literal('none').default('none'),
      cancellation_reason: z
        .strictObject({ enabled: flag, options: z.union([z.literal(''), z.array(text)]) })
        .optional(),
    })
    .optional(),
  subscription_update: off.optional(),
})
const profile = z.strictObject({
  headline: text.optional(),
  privacy_policy_url: url.optional(),
  terms_of_service_url: url.optional(),
})
const shared = {
  business_profile: profile.optional(),
  default_return_url: url.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
}

/** The configuration of a new portal session. @throws Fault if it's inactive, or none is named and none was saved. */
export function configurationFor(world: World, id: string | undefined): Configuration {
  if (id !== undefined) {
    const configuration = world.get('portal configuration', id, 'configuration')
    if (!configuration.active)
      throw badRequest('This portal configuration is inactive and cannot be used.', 'configuration')
    return configuration
  }
  const saved = world.all('portal configuration').find(({ is_default }) => is_default)
  if (saved) return saved
  // Only the Dashboard can save the default.
  throw badRequest(
    'You can’t create a portal session in test mode until you save your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  )
}

export const portalConfigurationRoutes: Route[] = [
  post('/v1/billing_portal/configurations', ({ world, input }) => {
    const read = accept(input, { ...shared, features })
    return world.put('portal configuration', {
      ...world.base('bpc', 'billing_portal.configuration'),
      active: true,
      application: null,
      business_profile: profileOf(read.business_profile),
      default_return_url: read.default_return_url ?? null,
      features: featuresOf(read.features),
      is_default: false,
      login_page: { enabled: false, url: null },
      metadata: read.metadata ?? {},
      name: read.name ?? null,
      updated: world.now(),
    })
  }),
  get('/v1/billing_portal/configurations', ({ world, input }) => {
    const { active, is_default, ...page } = accept(input, {
      ...paging,
      active: flag.optional(),
      is_default: flag.optional(),
    })
    const rows = world
      .all('portal configuration')
      .filter((row) => active === undefined || row.active === active)
      .filter((row) => is_default === undefined || row.is_default === is_default)
    return listOf('/v1/billing_portal/configurations', rows, page)
  }),
  get('/v1/billing_portal/configurations/:id', ({ world, params }) =>
    world.get('portal configuration', params['id']!),
  ),
  post('/v1/billing_portal/configurations/:id', ({ world, params, input }) => {
    const read = accept(input, { ...shared, features: features.optional(), active: flag.optional() })
    const before = world.get('portal configuration', params['id']!)
    return world.change('portal configuration', before.id, {
      active: read.active ?? before.active,
      business_profile: profileOf({ ...before.business_profile, ...read.business_profile }),
      default_return_url: read.default_return_url ?? before.default_return_url,
      features: { ...before.features, ...(read.features && changed(read.features)) },
      metadata: { ...before.metadata, ...read.metadata },
      name: read.name ?? before.name,
      updated: world.now(),
    })
  }),
]

function profileOf(
  read: { [Name in keyof Configuration['business_profile']]?: string | null | undefined } = {},
): Configuration['business_profile'] {
  const { headline = null, privacy_policy_url = null, terms_of_service_url = null } = read
  return { headline, privacy_policy_url, terms_of_service_url }
}

function featuresOf(read: z.output<typeof features>): Configuration['features'] {
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
    ...changed(read),
  }
}

/** The features that were given, with what the stand-in doesn't let one choose. */
function changed(read: z.output<typeof features>): Partial<Configuration['features']> {
  const { invoice_history, payment_method_update, subscription_cancel } = read
  return {
    ...(invoice_history && { invoice_history }),
    ...(payment_method_update && {
      payment_method_update: { ...payment_method_update, payment_method_configuration: null },
    }),
    ...(subscription_cancel && {
      subscription_cancel: {
        ...subscription_cancel,
        cancellation_reason: {
          enabled: subscription_cancel.cancellation_reason?.enabled ?? false,
          feedback_options: null,
          options: subscription_cancel.cancellation_reason?.options || [],
        },
      },
    }),
  }
}
