import { z } from 'zod'
import { accept, flag, paging, text } from '#stripe/api/accept.ts'
import { collect, finalize } from '#stripe/billing/billing.ts'
import { declineFault } from '#stripe/billing/charging.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { draftInvoice } from '#stripe/billing/invoice-shape.ts'
import { listOf } from '#stripe/api/list.ts'
import { attach, methodById } from './payment-methods.ts'
import { effectOf, pendingLines, renewalLines } from '#stripe/billing/proration.ts'
import { type Call, get, post, type Route } from '#stripe/api/route.ts'
import { changeOf, moving } from '#stripe/billing/subscription-changes.ts'
import { idOf } from '#stripe/store/tables.ts'

/** The invoice a change would create, or without a change the next one. Stores nothing. */
function preview({ world, input }: Call) {
  const read = accept(input, {
    customer: text.optional(),
    subscription: text,
    subscription_details: z.strictObject({ ...moving, cancel_at_period_end: flag.optional() }).optional(),
  })
  const subscription = world.get('subscription', read.subscription, 'subscription')
  const customer = idOf(subscription.customer)!
  if (read.customer && read.customer !== customer)
    throw badRequest('The subscription does not belong to this customer.', 'customer')
  const at = world.timeOf(customer)
  const order = { subscription, at, id: world.id('upcoming_in') }
  const details = read.subscription_details
  if (!details?.items) {
    if (subscription.cancel_at !== null || details?.cancel_at_period_end) {
      throw badRequest('No upcoming invoices for customer', 'subscription', 'invoice_upcoming_none')
    }
    return draftInvoice(world, { ...order, reason: 'upcoming', lines: renewalLines(world, subscription) })
  }
  const change = changeOf(world, subscription, details)
  const { item, lines, isNewCycle } = effectOf(world, subscription, change)
  const isDueNow = isNewCycle || change.behaviour === 'always_invoice'
  const all = isDueNow
    ? [...pendingLines(world, subscription.id), ...lines]
    : [...lines, ...renewalLines(world, subscription, item)]
  return draftInvoice(world, { ...order, reason: isDueNow ? 'subscription_update' : 'upcoming', lines: all })
}

export const invoiceRoutes: Route[] = [
  post('/v1/invoices/create_preview', preview),
  get('/v1/invoices', ({ world, input }) => {
    const { customer, subscription, status, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
    })
    const rows = world.all('invoice').filter((row) => {
      const of = idOf(row.parent?.subscription_details?.subscription)
      return (
        (!customer || row.customer === customer) &&
        (!subscription || of === subscription) &&
        (!status || row.status === status)
      )
    })
    return listOf('/v1/invoices', rows, page)
  }),
  get('/v1/invoices/:id', ({ world, params }) => world.get('invoice', params['id']!)),
  post('/v1/invoices/:id/finalize', ({ world, params, input }) => {
    accept(input, {})
    const invoice = world.get('invoice', params['id']!)
    if (invoice.status !== 'draft')
      throw badRequest('This invoice is already finalized.', undefined, 'invoice_not_editable')
    return finalize(world, invoice)
  }),
  post('/v1/invoices/:id/pay', ({ world, params, input }) => {
    const { payment_method, off_session = false } = accept(input, {
      payment_method: text.optional(),
      off_session: flag.optional(),
    })
    const invoice = world.get('invoice', params['id']!)
    if (invoice.status === 'paid')
      throw badRequest('Invoice is already paid', undefined, 'invoice_already_paid')
    const open = invoice.status === 'draft' ? finalize(world, invoice) : invoice
    if (open.status !== 'open') throw badRequest(`This invoice is ${open.status}.`)
    const method = payment_method && attach(world, methodById(world, payment_method), idOf(open.customer)!).id
    const done = collect(world, open, { offSession: off_session, ...(method && { method }) })
    if (done.status === 'paid') return done
    const intent = idOf(done.payments?.data[0]?.payment.payment_intent)
    if (!intent) throw badRequest('This customer has no attached payment source or default payment method.')
    throw declineFault(world.get('payment_intent', intent), (all) => all)
  }),
  get('/v1/invoice_payments', ({ world, input }) => {
    const { invoice, status, payment, ...page } = accept(input, {
      ...paging,
      invoice: text.optional(),
      status: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
    })
    const rows = world.all('invoice_payment').filter((row) => {
      const isOf = !payment || idOf(row.payment.payment_intent) === payment.payment_intent
      return isOf && (!invoice || row.invoice === invoice) && (!status || row.status === status)
    })
    return listOf('/v1/invoice_payments', rows, page)
  }),
]
