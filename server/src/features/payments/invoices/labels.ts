import { monthLabel } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import type { PaymentRow } from '../store.ts'
import type { NoteRow } from './adjustment-notes/store.ts'

export function invoiceNumberOf({ invoiceNumber }: Pick<PaymentRow, 'invoiceNumber'>): string {
  return `DB-${String(invoiceNumber).padStart(6, '0')}`
}

export function noteNumberOf({ number }: Pick<NoteRow, 'number'>): string {
  return `AN-${String(number).padStart(6, '0')}`
}

export function noteFileNameOf(note: Pick<NoteRow, 'number'>): string {
  return `adjustment-note-${noteNumberOf(note)}.pdf`
}

export function titleOf({ BUSINESS_ABN }: Pick<Environment, 'BUSINESS_ABN'>): string {
  return BUSINESS_ABN ? 'Tax invoice' : 'Test invoice'
}

export function fileNameOf(payment: PaymentRow): string {
  return `tax-invoice-${invoiceNumberOf(payment)}.pdf`
}

/** What was paid for: `Jul 2026, Aug 2026`, or that it's a subscription. */
export function itemsOf({ months }: Pick<PaymentRow, 'months'>): string {
  return months.length > 0 ? months.map(monthLabel).join(', ') : 'Subscription'
}
