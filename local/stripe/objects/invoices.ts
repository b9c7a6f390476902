import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, paging, text } from '#stripe/api/accept.ts'
import { addedItems, addedLines } from '#stripe/billing/added-items.ts'
import { collect, voidInvoice } from '#stripe/billing/billing.ts'
import { declineFault } from '#stripe/billing/charging.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { intentIdOf } from '#stripe/billing/intent-shape.ts'
import { draftInvoice } from '#stripe/billing/invoice-shape.ts'
import { listOf } from '#stripe/api/list.ts'
import { attach, methodById } from './payment-methods.ts'
import { dropChange } from '#stripe/billing/pending-updates.ts'
import { effectOf } from '#stripe/billing/proration.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { changeOf, moving } from '#stripe/billing/subscription-changes.ts'
import { idOf } from '#stripe/store/tables.ts'

export const invoiceRoutes: Route[] = [
  // The invoice a change of price would create. Stores nothing.
  post('/v1/invoices/create_preview', ({ world, input }) => {
    const read = accept(input, {
      subscription: text,
      subscription_details: z.strictObject(moving),
      invoice_items: addedItems,
    })
    const subscription = world.get('subscription', read.subscription, 'subscription')
    const change = changeOf(world, subscription, read.subscription_details)
    const { item, lines } = effectOf(world, subscription, change)
    const all = [...lines, ...addedLines(world, item, read.invoice_items)]
    const [id, at] = [world.id('upcoming_in'), world.now()]
    return draftInvoice(world, { subscription, reason: 'subscription_update', lines: all, at, id })
  }),
  get('/v1/invoices', ({ world, input }) => {
    const { customer, subscription, status, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
    })
    const parent = subscription ?? customer
    const rows = parent === undefined ? world.all('invoice') : world.of('invoice', parent)
    const isListed = (row: Stripe.Invoice) =>
      (!customer || row.customer === customer) && (!status || row.status === status)
    return listOf('/v1/invoices', rows.filter(isListed), page)
  }),
  get('/v1/invoices/:id', ({ world, params }) => world.get('invoice', params['id']!)),
  post('/v1/invoices/:id/void', ({ world, params, input }) => {
    accept(input, {})
    const invoice = world.get('invoice', params['id']!)
    if (invoice.status !== 'open')
      throw badRequest(`You can only void an open invoice, not a ${invoice.status} one.`)
    const intent = intentIdOf(invoice)
    if (intent && world.get('payment_intent', intent).status === 'processing')
      throw badRequest('You cannot void an invoice with a payment that is processing.')
    const voided = voidInvoice(world, invoice)
    dropChange(world, voided)
    return voided
  }),
  post('/v1/invoices/:id/pay', ({ world, params, input }) => {
    const { payment_method } = accept(input, { payment_method: text })
    const invoice = world.get('invoice', params['id']!)
    if (invoice.status === 'paid')
      throw badRequest('Invoice is already paid', undefined, 'invoice_already_paid')
    if (invoice.status !== 'open') throw badRequest(`This invoice is ${invoice.status}.`)
    const pending = intentIdOf(invoice)
    if (pending !== null && world.get('payment_intent', pending).status === 'processing')
      throw badRequest('This invoice is being paid by a debit that is on its way.')
    const method = attach(world, methodById(world, payment_method), idOf(invoice.customer)!)
    const done = collect(world, invoice, { offSession: false, method: method.id })
    if (done.status === 'paid') return done
    const intent = intentIdOf(done)!
    throw declineFault(world.get('payment_intent', intent))
  }),
]
