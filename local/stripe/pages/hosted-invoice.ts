import type { FastifyInstance } from 'fastify'
import { html } from '#http/html.ts'
import { money } from './card-form.ts'
import { show } from './frame.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

/** The page of an invoice, linked from mails. Customers confirm payments with their bank here. */
export function mountHostedInvoice(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string } }>('/invoice/:id', async ({ params }, reply) => {
    const invoice = world.find('invoice', params.id)
    if (!invoice || invoice.status === 'draft')
      return show(reply, 'Not found', html`<h1>Page not found</h1>`, 404)
    const intent = world.find('payment_intent', idOf(invoice.payments?.data[0]?.payment.payment_intent) ?? '')
    const secret = intent?.status === 'requires_action' ? intent.client_secret : undefined
    return show(
      reply,
      'Invoice',
      html`<section class="docket">
        <h1>Invoice ${invoice.number}: ${money(invoice.total)}</h1>
        <p>${invoice.status === 'paid' ? 'Paid. Thank you.' : 'Not paid yet.'}</p>
        ${
          secret &&
          html`<a class="button" href="/3ds/${intent!.id}?client_secret=${secret}">Confirm with your bank</a>`
        }
      </section>`,
    )
  })
}
