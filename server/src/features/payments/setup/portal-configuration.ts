import type { Stripe } from 'stripe'
import { isMarkedAsOurs, ownMark } from '../stripe.ts'

type Configuration = Stripe.BillingPortal.Configuration

/** What customers can do in the portal. Plans are changed in the product, which shows the price first. */
const features = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: { enabled: false },
} as const

/** Without asking why: a customer's own words would be where we note why we ended a subscription. */
const configured = {
  ...features,
  subscription_cancel: {
    ...features.subscription_cancel,
    cancellation_reason: { enabled: false, options: '' },
  },
} as const satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features

/** Our configuration of the customer portal, if the account has one that's active. */
export async function findPortalConfiguration(stripe: Stripe): Promise<Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (isMarkedAsOurs(configuration)) return configuration
  return undefined
}

/** Our configuration, created if there's none: without one, Stripe refuses sessions until its settings are saved. */
export async function findOrCreatePortalConfiguration(stripe: Stripe): Promise<Configuration> {
  return (
    (await findPortalConfiguration(stripe)) ??
    stripe.billingPortal.configurations.create({ features: configured, metadata: ownMark, name: 'Docketbox' })
  )
}

export function updatePortalConfiguration(stripe: Stripe, id: string): Promise<Configuration> {
  return stripe.billingPortal.configurations.update(id, { features: configured })
}

/** Whether customers can do just what we mean them to. */
export function hasOurFeatures({ features: current }: Configuration): boolean {
  if (current.subscription_cancel.cancellation_reason.enabled) return false
  return Object.entries(features).every(([name, wanted]) => {
    const feature: object = current[name as keyof typeof features]
    return Object.entries(wanted).every(([field, value]) => feature[field as keyof typeof feature] === value)
  })
}
