import { setTimeout as wait } from 'node:timers/promises'
import { api, type Endpoint, type Input, paymentRefusals } from '@docketbox/contract'
import { localKeys } from '@docketbox/local/stripe'
import type { Product } from '@docketbox/testing/product/start'
import { type ApiResponse, call, type Person } from '#testing/harness.ts'

/** A user's only purchase. `charged` is the payment, once we know that the card was charged. */
export type Purchase = {
  buyer: Person
  /** The round it was started in; each ends with a crash. */
  round: number
  isOver: boolean
  charged?: string
}

const { monthsTaken } = paymentRefusals

type Charge = { status?: string }

const RETRY_MS = 100
/** Per round. */
export const MAX_PURCHASES = 3

/** Users who buy a month each, one after the other. They retry each step until it succeeds, as people at a card form do. */
export function startBuying(buyers: readonly Person[], productOf: () => Product) {
  const purchases: Purchase[] = []

  async function ask<E extends Endpoint>(endpoint: E, input: Input<E, File>, buyer: Person) {
    const { status, body }: ApiResponse<E> = await call(productOf().url, endpoint, input, buyer)
    if (status !== 200) throw Object.assign(new Error(JSON.stringify(body)), body)
    return body
  }

  async function buy(purchase: Purchase): Promise<void> {
    const { buyer } = purchase
    const { docs: plans } = await ask(api.subscriptions.list, {}, buyer)
    const plan = plans.find(({ name }) => name === 'Pro')!._id
    const { clientSecret } = await ask(api.payments.createIntent, { body: { months: ['Feb'], plan } }, buyer)
    const id = clientSecret.split('_secret_')[0]!
    const response = await fetch(`${paymentsOf(productOf())}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${localKeys.publishableKey}` },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      }),
    })
    const { status, error } = (await response.json()) as Charge & { error?: { payment_intent?: Charge } }
    if ((status ?? error?.payment_intent?.status) !== 'succeeded') return
    purchase.charged = id
    purchase.isOver = true
  }

  return {
    purchases,
    /** Finishes what earlier crashes interrupted, then buys more, until `signal` aborts. */
    async run(round: number, signal: AbortSignal): Promise<void> {
      for (let turn = 0; !signal.aborted; turn++) {
        const unfinished = purchases.filter(({ isOver }) => !isOver)
        // Every other turn is a new one, because an interrupted one may have to wait for its event.
        const purchase =
          (turn % 2 === 1 ? unfinished[turn % unfinished.length] : next(round)) ?? unfinished[0]
        try {
          if (purchase) await buy(purchase)
          else await wait(RETRY_MS)
        } catch (error) {
          // It's paid; only the response got lost.
          if ((error as { code?: string }).code === monthsTaken.code) purchase!.isOver = true
          await wait(RETRY_MS)
        }
      }
    },
    /** The payments of a buyer as the product shows them. */
    historyOf: async (buyer: Person) =>
      (await ask(api.payments.history, { query: { limit: 100 } }, buyer)).docs,
  }

  /** The purchase of the next user; undefined if this round has enough. */
  function next(round: number): Purchase | undefined {
    const buyer = buyers[purchases.length]
    if (!buyer || purchases.filter((purchase) => purchase.round === round).length === MAX_PURCHASES)
      return undefined
    const purchase: Purchase = { buyer, round, isOver: false }
    purchases.push(purchase)
    return purchase
  }
}

function paymentsOf(product: Product): string {
  return /^Payments .*: (http:\/\/\S+)$/m.exec(product.output())![1]!
}
