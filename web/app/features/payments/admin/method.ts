import type { PaymentMethod } from '@docketbox/contract/payments/admin-endpoints'

export const methodLabels: Record<PaymentMethod, string> = {
  card: 'Card',
  au_becs_debit: 'Bank debit',
  other: 'Other methods',
  unknown: 'None or unknown',
}

/** A payment method: `Card`, or Stripe's name if we have no label for it. */
export function methodLabel(method: string): string {
  if (method === '') return '—'
  return (methodLabels as Record<string, string>)[method] ?? method.replaceAll('_', ' ')
}
