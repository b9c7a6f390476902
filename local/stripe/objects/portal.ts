import type Stripe from 'stripe'
import { accept, text, url } from '#stripe/api/accept.ts'
import { post, type Route } from '#stripe/api/route.ts'

const portalMinutes = 60

export function isPortalOpen(created: number, now: number): boolean {
  return now < created + portalMinutes * 60
}

export const portalRoutes: Route[] = [
  post('/v1/billing_portal/sessions', ({ world, input }) => {
    const { customer, return_url = null } = accept(input, { customer: text, return_url: url.optional() })
    world.get('customer', customer, 'customer')
    const id = world.id('bps')
    return world.put('portal session', {
      id,
      object: 'billing_portal.session',
      created: world.now(),
      customer,
      livemode: false,
      return_url,
      url: `${world.origin}/p/session/${id}`,
    } as Stripe.BillingPortal.Session)
  }),
]
