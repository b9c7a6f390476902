import { setTimeout as wait } from 'node:timers/promises'
import {
  api,
  type Endpoint,
  type Input,
  type MonthName,
  monthNames,
  paymentRefusals,
} from '@docketbox/contract'
import { localKeys } from '@docketbox/local/stripe'
import type { Product } from '@docketbox/testing/product/start'
import { type ApiResponse, call, type Person } from '#testing/harness.ts'

/** A month that a user buys. `charged`: the payment, once we know that the card was charged. */
export type Purchase = {
  buyer: Person
  month: MonthName
  /** The crash it was begun before. */
  round: number
  isOver: boolean
  charged?: string
}

const { monthsTaken } = paymentRefusals

type Charge = { status?: string }

/** A user may prepare twenty payments a minute. */
const PAUSE_MS = 500

/** Users who buy one month after the other, each step again until it succeeds, as someone at a card form would. */
export function startBuying(buyers: readonly Person[], productOf: () => Product) {
  const purchases: Purchase[] = []

  async function ask<E extends Endpoint>(endpoint: E, input: Input<E, File>, buyer: Person) {
    const { status, body }: ApiResponse<E> = await call(productOf().url, endpoint, input, buyer)
    if (status !== 200) throw Object.assign(new Error(JSON.stringify(body)), body)
    return body
  }

  /** @returns the months that can be bought, the next ones first. */
  async function monthsFor(buyer: Person): Promise<MonthName[]> {
    const { months } = await ask(api.payments.availableMonths, { body: { months: [...monthNames] } }, buyer)
    return months.filter(({ isTaken }) => !isTaken).map(({ month }) => month)
  }

  async function buy(purchase: Purchase): Promise<void> {
    const { buyer, month } = purchase
    const { docs: plans } = await ask(api.subscriptions.list, {}, buyer)
    const plan = plans.find(({ name }) => name === 'Pro')!._id
    const { clientSecret } = await ask(api.payments.createIntent, { body: { months: [month], plan } }, buyer)
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
    /** Buys month after month until `signal` aborts or there is none left. */
    async run(round: number, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        let purchase = purchases.find(({ isOver }) => !isOver)
        try {
          purchase ??= await next(round)
          if (!purchase) return
          await buy(purchase)
        } catch (error) {
          // Paid for: only the response got lost.
          if (purchase && (error as { code?: string }).code === monthsTaken.code) purchase.isOver = true
          await wait(PAUSE_MS)
        }
      }
    },
    /** The payments of a buyer as the product shows them. */
    historyOf: async (buyer: Person) =>
      (await ask(api.payments.history, { query: { limit: 100 } }, buyer)).docs,
  }

  async function next(round: number): Promise<Purchase | undefined> {
    for (const buyer of buyers) {
      const bought = new Set(purchases.filter((one) => one.buyer === buyer).map(({ month }) => month))
      const month = (await monthsFor(buyer)).find((name) => !bought.has(name))
      if (!month) continue
      const purchase: Purchase = { buyer, month, round, isOver: false }
      purchases.push(purchase)
      return purchase
    }
    return undefined
  }
}

function paymentsOf(product: Product): string {
  return /^Payments .*: (http:\/\/\S+)$/m.exec(product.output())![1]!
}
