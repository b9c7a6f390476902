import type { FastifyInstance } from 'fastify'
import { html } from '#http/html.ts'
import { money } from './card-form.ts'
import { show, showNotFound } from './frame.ts'
import { intentIdOf } from '#stripe/billing/intent-shape.ts'
import type { World } from '#stripe/store/world.ts'

/** The page of an invoice, linked from mails. Customers confirm payments with their bank here. */
export function mountHostedInvoice(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string } }>('/invoice/:id', async ({ params }, reply) => {
    const invoice = world.find('invoice', params.id)
    if (!invoice || invoice.status === 'draft') return showNotFound(reply)
    const intent = world.find('payment_intent', intentIdOf(invoice) ?? '')
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
