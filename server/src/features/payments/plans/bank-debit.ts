import type { Stripe } from 'stripe'

/** Methods whose payments take days to succeed or fail. */
const debits: readonly string[] = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'nz_bank_account',
  'payto',
  'sepa_debit',
  'us_bank_account',
] satisfies Stripe.PaymentMethod.Type[]

/** Whether a payment method is a bank debit. @param method as Stripe calls it. */
export function isBankDebit(method: string): boolean {
  return debits.includes(method)
}

/** What to expand when retrieving a subscription, so that its payment method is known. */
export const withMethod = ['default_payment_method', 'customer.invoice_settings.default_payment_method']

/** Whether a subscription is paid by bank debit: then Stripe can't hold a change until it's paid. */
export function isPaidByDebit({ default_payment_method: own, customer }: Stripe.Subscription): boolean {
  const isKnown = typeof customer === 'object' && customer.deleted !== true
  const method = own ?? (isKnown ? customer.invoice_settings.default_payment_method : null)
  return method !== null && typeof method === 'object' && isBankDebit(method.type)
}
