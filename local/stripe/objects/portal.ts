import type Stripe from 'stripe'
import { configurationFor } from '#stripe/account/portal-configurations.ts'
import { accept, text, url } from '#stripe/api/accept.ts'
import { post, type Route } from '#stripe/api/route.ts'

const portalMinutes = 60

export function isPortalOpen(created: number, now: number): boolean {
  return now < created + portalMinutes * 60
}

export const portalRoutes: Route[] = [
  post('/v1/billing_portal/sessions', ({ world, input }) => {
    const read = accept(input, {
      customer: text,
      configuration: text.optional(),
      return_url: url.optional(),
    })
    const { id: customer } = world.get('customer', read.customer, 'customer')
    const configuration = configurationFor(world, read.configuration)
    const id = world.id('bps')
    return world.put('portal session', {
      id,
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: world.now(),
      customer,
      livemode: false,
      return_url: read.return_url ?? configuration.default_return_url,
      url: `${world.origin}/p/session/${id}`,
    } as Stripe.BillingPortal.Session)
  }),
]
