import type { PayingServer } from '#testing/paying.ts'
import { typeOf } from '../../stripe.ts'
import { post } from './in-memory.ts'
import type { Random } from './random.ts'

/** Mostly good cards. The others are declined, disputed or reported, or their refunds are pending or fail. */
const good = ['pm_card_visa', '4242424242424242'] as const
const cards: readonly (readonly [name: string, number: string])[] = [
  ...Array<typeof good>(8).fill(good),
  ['pm_card_chargeCustomerFail', '4000000000000341'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_card_createDisputeInquiry', '4000000000001976'],
  ['pm_card_createIssuerFraudRecord', '4000000000005423'],
  ['pm_card_pendingRefund', '4000000000007726'],
  ['pm_card_refundFail', '4000000000005126'],
  ['pm_card_authenticationRequired', '4000002760003184'],
]
const debitAccounts = ['000123456', '111111113']
const DEBIT = 0.15
const APPROVED = 0.8

/** A bank account whose debits succeed or fail days later. */
export const debit = (random: Random) => ({
  type: 'au_becs_debit' as const,
  au_becs_debit: { bsb_number: '000000', account_number: random.pick(debitAccounts) },
  billing_details: { name: 'Ann Lee', email: 'ann@example.com' },
})

export const cardNumber = (random: Random): string => random.pick(cards)[1]

/** Pays an intent with a random card or bank account. The bank's check may succeed, fail or be abandoned. */
export async function payIntent(
  { stripe, standIn }: PayingServer,
  random: Random,
  clientSecret: string,
): Promise<void> {
  const id = clientSecret.split('_secret_')[0]!
  const method = random.chance(DEBIT)
    ? { payment_method_data: debit(random) }
    : { payment_method: random.pick(cards)[0] }
  const intent = await unlessRefused(
    stripe.paymentIntents.confirm(id, { ...method, return_url: 'http://docketbox.test/complete' }),
  )
  if (intent?.status === 'requires_action') await askBank(standIn, random, id, intent.client_secret!)
}

/** Tries to pay on the page of a checkout session. */
export async function payPage(
  { standIn }: PayingServer,
  random: Random,
  url: string,
  number = cardNumber(random),
): Promise<void> {
  const body = { number, expiry: '12 / 40', cvc: '123', name: 'Ann Lee' }
  const bank = await post(standIn, url, body)
  if (!bank?.includes('/3ds/')) return
  const { pathname, searchParams } = new URL(bank, standIn.url)
  await askBank(standIn, random, pathname.split('/').at(-1)!, searchParams.get('client_secret')!)
}

/** Confirms a payment with the bank, fails to, or closes the bank's page. */
export async function askBank(
  standIn: PayingServer['standIn'],
  random: Random,
  intent: string,
  secret: string,
): Promise<void> {
  if (!random.chance(APPROVED) && random.chance(0.5)) return
  const outcome = random.chance(APPROVED) ? 'approve' : 'fail'
  await post(standIn, `${standIn.url}/3ds/${intent}`, { client_secret: secret, outcome })
}

/** The result of a call to Stripe; undefined if Stripe refuses. */
export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (['StripeCardError', 'StripeInvalidRequestError'].includes(typeOf(error) ?? '')) return undefined
    throw error
  }
}
