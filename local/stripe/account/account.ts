import type Stripe from 'stripe'
import { accept, paging } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

type Methods = 'apple_pay' | 'au_becs_debit' | 'card' | 'google_pay' | 'link'

/** What is normally decided in the Dashboard. */
export type AccountSettings = {
  country?: string
  default_currency?: string
  charges_enabled?: boolean
  payouts_enabled?: boolean
  /** The payment methods of the default configuration that are on. */
  methods?: Methods[]
}

const METHODS: Methods[] = ['card', 'apple_pay', 'google_pay', 'link', 'au_becs_debit']

/** Creates the account and its payment methods, or changes those that are there. */
export function setAccount(world: World, { methods, ...changes }: AccountSettings = {}): void {
  const [account] = world.all('account')
  world.put('account', {
    id: account?.id ?? world.id('acct'),
    object: 'account',
    charges_enabled: true,
    country: 'AU',
    default_currency: 'aud',
    details_submitted: true,
    email: 'owner@example.com',
    payouts_enabled: true,
    type: 'standard',
    ...account,
    ...changes,
  })
  const [configuration] = world.all('payment method configuration')
  if (configuration && !methods) return
  const offered = methods ?? METHODS
  world.put('payment method configuration', {
    id: configuration?.id ?? world.id('pmc'),
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: null,
    ...Object.fromEntries(METHODS.map((method) => [method, displayed(offered.includes(method))])),
  } as Stripe.PaymentMethodConfiguration)
}

function displayed(isOn: boolean): Stripe.PaymentMethodConfiguration.Card {
  const preference = isOn ? 'on' : 'off'
  return {
    available: isOn,
    display_preference: { overridable: null, preference, value: preference },
  }
}

/** Without a balance, Stripe refuses refunds. */
export function setBalanceEmpty(world: World, isEmpty: boolean): void {
  world.put('setting', { id: 'isBalanceEmpty', value: isEmpty ? 1 : 0 })
}

export function hasEmptyBalance(world: World): boolean {
  return world.find('setting', 'isBalanceEmpty')?.value === 1
}

export const accountRoutes: Route[] = [
  get('/v1/account', ({ world, input }) => {
    accept(input, {})
    return world.all('account')[0]!
  }),
  get('/v1/payment_method_configurations', ({ world, input }) =>
    listOf(
      '/v1/payment_method_configurations',
      world.all('payment method configuration'),
      accept(input, paging),
    ),
  ),
]
