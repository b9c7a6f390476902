import type { Stripe } from 'stripe'
import { listPlansForSale } from '#features/subscriptions'
import type { PaymentDeps } from '../deps.ts'
import { findPrice } from '../plans/publish-plans.ts'
import { ignoreMissing, isUnavailable } from '../stripe.ts'
import { isSameRelease } from '../webhook/event-version.ts'
import { listForbidden } from './permissions.ts'
import { findPortalConfiguration, hasOurFeatures } from './portal-configuration.ts'
import { countTestPayments, findEarlierIntents } from './store.ts'
import {
  endpointUrl,
  eventDifferences,
  hasOurVersion,
  listOurEndpoints,
  whyUnreachable,
} from './webhook-endpoint.ts'

/** `check` is for what Stripe's API can't tell us: the operator has to look. */
export type Finding = { state: 'ok' | 'fix' | 'check'; message: string }
export type SetupDeps = Pick<PaymentDeps, 'db' | 'payments' | 'publicUrl'>
type Check = (deps: SetupDeps, stripe: Stripe) => Promise<Finding>

const ok = (message: string): Finding => ({ state: 'ok', message })
const fix = (message: string): Finding => ({ state: 'fix', message })
const check = (message: string): Finding => ({ state: 'check', message })

const RUN_SETUP = 'Run npm run admin -- payments setup.'
const START_EMPTY =
  'They’d count as income in your books and for GST. Go live with an empty database: docs/payments.md, step 9.'
const UNDELIVERED_AFTER_SECONDS = 600
const DAYS_RETRIED = 3

/** In the order an operator fixes them. */
export const checks: Readonly<Record<string, Check>> = {
  Keys: async ({ payments: { isLive, publishableKey, webhookSecret } }) => {
    const mode = isLive ? 'live' : 'test'
    if (!publishableKey.startsWith(`pk_${mode}_`))
      return fix(`STRIPE_SECRET_KEY is for ${mode} mode, STRIPE_PUBLISHABLE_KEY isn’t. Copy both again.`)
    if (!webhookSecret.startsWith('whsec_'))
      return fix(`STRIPE_WEBHOOK_SECRET isn’t a signing secret (whsec_…). ${RUN_SETUP}`)
    return ok(isLive ? 'Both are for live mode.' : 'Both are for test mode: no money moves.')
  },

  'Publishable key': async ({ payments: { publishableKey } }, stripe) => {
    const [intent] = (await stripe.paymentIntents.list({ limit: 1 })).data
    const client_secret = intent?.client_secret
    if (!client_secret)
      return check('There’s no payment yet to test it with. Copy it from the same page as STRIPE_SECRET_KEY.')
    try {
      await stripe.paymentIntents.retrieve(intent.id, { client_secret }, { apiKey: publishableKey })
      return ok('It’s for the same account.')
    } catch (error) {
      if (isUnavailable(error)) throw error
      return fix('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are for different accounts. Copy both again.')
    }
  },

  Permissions: async (_, stripe) => {
    const forbidden = await listForbidden(stripe)
    if (forbidden.length > 0)
      return fix(
        `STRIPE_SECRET_KEY is a restricted key that may not ${forbidden.join(', ')}. Use the secret key, or allow this in the Dashboard.`,
      )
    return ok('The key may refund payments, change customers’ credit, and cancel payments and subscriptions.')
  },

  Account: async (_, stripe) => {
    const account = await stripe.accounts.retrieveCurrent()
    const { country, default_currency: currency, charges_enabled, payouts_enabled } = account
    if (country !== 'AU' || currency !== 'aud')
      return fix(`It’s for ${country} and ${currency}. Docketbox needs an Australian account in AUD.`)
    if (!charges_enabled) return fix('It can’t take payments yet. Complete its details in the Dashboard.')
    if (!payouts_enabled) return fix('It can’t pay out yet. Complete its bank details in the Dashboard.')
    return ok(`${account.id}, Australia, AUD, takes payments and pays out.`)
  },

  'Test payments': async ({ db, payments: { isLive } }, stripe) => {
    if (!isLive) return ok('Not live yet. Use an empty database when you go live.')
    const count = await countTestPayments(db)
    if (count > 0) return fix(`The database has ${count} from test mode. ${START_EMPTY}`)
    for (const id of await findEarlierIntents(db))
      if (!(await hasIntent(stripe, id)))
        return fix(`The account doesn’t know ${id}, which may be from test mode. ${START_EMPTY}`)
    return ok('The database has none.')
  },

  'API version': async (_, stripe) => {
    const ours = stripe.getApiField('version')
    const [event] = (await stripe.events.list({ limit: 1 })).data
    if (!event)
      return check(`There are no events yet. The account’s default API version must be ${ours} (Workbench).`)
    if (!isSameRelease(event.api_version, ours))
      return fix(
        `The account’s default API version is ${event.api_version}, and the events we fetch use it. Change it to ${ours} in Workbench.`,
      )
    return ok(`The account’s events are in ${event.api_version}.`)
  },

  Webhook: async (deps, stripe) => {
    const url = endpointUrl(deps)
    const reason = whyUnreachable(url, deps.payments.isLive)
    if (reason !== undefined) return fix(reason)
    const endpoints = await listOurEndpoints(stripe, url)
    const [endpoint] = endpoints
    if (!endpoint) return fix(`There’s no endpoint at ${url}. ${RUN_SETUP}`)
    if (endpoints.length > 1)
      return fix(`${endpoints.length} endpoints point to ${url}. Delete all but one in the Dashboard.`)
    if (!hasOurVersion(stripe, endpoint))
      return fix(`It sends API version ${endpoint.api_version ?? 'of the account'}. ${RUN_SETUP}`)
    const { missing, extra } = eventDifferences(endpoint)
    if (missing.length > 0)
      return fix(
        `It doesn’t send ${missing.length} of the events that this version of Docketbox needs: ${missing.join(', ')}. ${RUN_SETUP}`,
      )
    if (extra.length > 0) return fix(`It sends events we don’t need: ${extra.join(', ')}. ${RUN_SETUP}`)
    if (endpoint.status !== 'enabled') return fix(`It’s disabled. ${RUN_SETUP}`)
    return ok(`${url}, ${endpoint.enabled_events.length} events in ${endpoint.api_version}.`)
  },

  Deliveries: async (deps, stripe) => {
    const now = Math.floor(Date.now() / 1000)
    const late: string[] = []
    const since = now - DAYS_RETRIED * 86_400
    const pending = stripe.events.list({ created: { gte: since }, delivery_success: false, limit: 100 })
    for await (const { id, created } of pending) if (created < now - UNDELIVERED_AFTER_SECONDS) late.push(id)
    if (late.length > 0)
      return fix(
        `${late.length} events of the last ${DAYS_RETRIED} days haven’t arrived, such as ${late[0]}. Workbench says why. If STRIPE_WEBHOOK_SECRET is wrong, roll it there and set it again.`,
      )
    // With a wrong signing secret, nothing would be late either until someone pays.
    if (!(await hasDelivered(deps, stripe)))
      return check(
        'No event of a payment has arrived at this endpoint in the last 30 days. Pay once, then check again.',
      )
    return ok('Events arrive, and none is waiting.')
  },

  Plans: async ({ db }, stripe) => {
    const plans = (await listPlansForSale(db)).filter(({ priceCents }) => priceCents > 0)
    for (const plan of plans) {
      const price = await findPrice(stripe, plan)
      if (!price || price.id !== plan.providerPriceId) return fix(`${plan.name} has no price. ${RUN_SETUP}`)
      if (!price.product.active)
        return fix(`No one can buy ${plan.name}: its product is archived in the Dashboard. ${RUN_SETUP}`)
      if (price.tax_behavior !== 'inclusive' || price.currency !== 'aud')
        return fix(`The price of ${plan.name} isn’t in AUD including GST. Archive it, then run setup.`)
    }
    return ok(plans.map(({ name }) => name).join(', '))
  },

  'Customer portal': async (_, stripe) => {
    const configuration = await findPortalConfiguration(stripe)
    if (!configuration) return fix(`It has no configuration. ${RUN_SETUP}`)
    if (!hasOurFeatures(configuration)) return fix(`Its configuration was changed. ${RUN_SETUP}`)
    return ok(configuration.id)
  },

  'Payment methods': async (_, stripe) => {
    for await (const configuration of stripe.paymentMethodConfigurations.list({ limit: 100 })) {
      if (!configuration.is_default || !configuration.active) continue
      const isOffered = (value: unknown) => (value as { available?: boolean } | null)?.available === true
      const offered = Object.entries(configuration).filter(([, value]) => isOffered(value))
      const names = offered.map(([name]) => name)
      if (!names.includes('card')) return fix('Cards are off. Turn them on in Settings, Payment methods.')
      return ok(names.join(', '))
    }
    return fix('There’s no default. Save it in Settings, Payment methods.')
  },

  'Failed renewals': async (_, stripe) => {
    const { data } = await stripe.subscriptions.list({ status: 'unpaid', limit: 1 })
    const where = 'Settings, Billing, Subscriptions and emails, “Manage failed payments”'
    if (data.length > 0)
      return fix(`They leave subscriptions unpaid. Choose “cancel the subscription” in ${where}.`)
    return check(
      `Stripe’s API doesn’t say. In ${where}, retry for two weeks, then “cancel the subscription”.`,
    )
  },

  'Billing mode': async (_, stripe) => {
    const [latest] = (await stripe.subscriptions.list({ status: 'all', limit: 1 })).data
    if (!latest) return check('There’s no subscription yet. We’ll start them in flexible mode.')
    const { id, billing_mode: mode } = latest
    if (mode.type === 'flexible')
      return ok('The latest subscription is in flexible mode, like all that we start.')
    return check(`${id} is in ${mode.type} mode, so we didn’t start it. We only test flexible mode.`)
  },
}

/** Whether an event of a payment has arrived since our endpoint was created. Stripe keeps events for 30 days. */
async function hasDelivered(deps: SetupDeps, stripe: Stripe): Promise<boolean> {
  const [endpoint] = await listOurEndpoints(stripe, endpointUrl(deps))
  if (!endpoint) return false
  const types = ['payment_intent.succeeded', 'invoice.paid']
  const created = { gte: endpoint.created }
  const { data } = await stripe.events.list({ types, created, delivery_success: true, limit: 1 })
  return data.length > 0
}

async function hasIntent(stripe: Stripe, id: string): Promise<boolean> {
  const intent = await stripe.paymentIntents.retrieve(id).catch(ignoreMissing)
  return intent !== undefined
}
