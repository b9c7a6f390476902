import type Stripe from 'stripe'
import { applyBalance, isTooSmall } from './invoice-shape.ts'
import { bookBalance } from '#stripe/objects/customer-balance.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

/** Finalises a draft: assigns its number and applies the customer's balance. */
export function finalize(world: World, draft: Stripe.Invoice): Stripe.Invoice {
  const { id, balance } = world.get('customer', idOf(draft.customer)!)
  const { due, endingBalance } = applyBalance(draft.total, balance)
  const booked = endingBalance - balance
  if (booked !== 0)
    bookBalance(world, id, {
      amount: booked,
      type: isTooSmall(endingBalance) ? 'invoice_too_small' : 'applied_to_invoice',
      invoice: draft.id,
    })
  return finalizeWith(world, draft, { startingBalance: balance, endingBalance, due })
}

/** Finalises a draft whose balance was applied. */
export function finalizeWith(
  world: World,
  draft: Stripe.Invoice,
  applied: { startingBalance: number; endingBalance: number; due: number },
): Stripe.Invoice {
  const customer = world.get('customer', idOf(draft.customer)!)
  const sequence = customer.next_invoice_sequence ?? 1
  world.change('customer', customer.id, { next_invoice_sequence: sequence + 1 })
  const now = world.now()
  const invoice = world.change('invoice', draft.id, {
    status: 'open',
    number: `${customer.id.slice(-8).toUpperCase()}-${String(sequence).padStart(4, '0')}`,
    starting_balance: applied.startingBalance,
    ending_balance: applied.endingBalance,
    amount_due: applied.due,
    amount_remaining: applied.due,
    automatically_finalizes_at: null,
    hosted_invoice_url: `${world.origin}/invoice/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  })
  world.emit('invoice.finalized', invoice)
  return invoice
}
