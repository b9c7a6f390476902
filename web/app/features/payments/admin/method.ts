import type { PaymentMethod } from '@docketbox/contract/payments/admin-endpoints'

export const methodLabels: Record<PaymentMethod, string> = {
  card: 'Card',
  au_becs_debit: 'Bank debit',
  other: 'Other methods',
  unknown: 'Unknown',
}

/** What a payment was made with: `Card`, or as Stripe calls it if we've no word for it. */
export function methodLabel(method: string): string {
  if (method === '') return '—'
  return (methodLabels as Record<string, string>)[method] ?? method.replaceAll('_', ' ')
}
