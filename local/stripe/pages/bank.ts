import type { FastifyInstance } from 'fastify'
import { html } from '#http/html.ts'
import { fieldOf, formOf, money } from './card-form.ts'
import { show, showFramed, showNotFound } from './frame.ts'
import { authenticate } from '#stripe/objects/payment-intents.ts'
import type { World } from '#stripe/store/world.ts'

/** Notifies the surrounding page that the bank's page is finished. */
const authenticatedScript = "parent.postMessage({ authenticated: location.pathname.split('/').at(-1) }, '*')"

/** The bank's 3-D Secure page: approve or fail. */
export function mountBankPage(app: FastifyInstance, world: World): void {
  app.get('/3ds/authenticated.js', (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(authenticatedScript),
  )
  app.get<{ Params: { id: string }; Querystring: { client_secret?: string } }>(
    '/3ds/:id',
    async ({ params, query }, reply) => {
      const intent = world.find('payment_intent', params.id)
      if (!intent || intent.client_secret !== query.client_secret) return showNotFound(reply)
      if (intent.status !== 'requires_action') return show(reply, 'Done', html`<h1>Nothing to approve</h1>`)
      return showFramed(
        reply,
        'Approve the payment',
        html`<section class="docket">
          <h1>Your bank asks: approve ${money(intent.amount)}?</h1>
          <form method="post" class="row">
            <input type="hidden" name="client_secret" value="${intent.client_secret}" />
            <button class="button" name="outcome" value="approve">Complete authentication</button>
            <button class="button quiet" name="outcome" value="fail">Fail authentication</button>
          </form>
        </section>`,
      )
    },
  )

  app.post<{ Params: { id: string } }>('/3ds/:id', async ({ params, body }, reply) => {
    const form = formOf(body)
    const back = world.get('payment_intent', params.id).next_action?.redirect_to_url?.return_url
    const done = authenticate(
      world,
      params.id,
      fieldOf(form, 'client_secret'),
      fieldOf(form, 'outcome') === 'approve',
    )
    if (!back)
      return showFramed(reply, 'Done', html`<h1>You may close this page</h1>`, '/3ds/authenticated.js')
    const target = new URL(back)
    target.searchParams.set('payment_intent', done.id)
    target.searchParams.set('payment_intent_client_secret', done.client_secret!)
    target.searchParams.set('redirect_status', done.status === 'succeeded' ? 'succeeded' : 'failed')
    return reply.redirect(target.href, 303)
  })
}
