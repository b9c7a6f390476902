import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html } from '#http/html.ts'
import { cardFields, expiryOf, fieldOf, formOf, money, testCards } from './card-form.ts'
import { recurringOf } from '#stripe/objects/catalogue.ts'
import { payCheckout } from '#stripe/billing/checkout-payment.ts'
import { openFromLink } from '#stripe/objects/checkout-sessions.ts'
import { Fault } from '#stripe/api/fault.ts'
import { show } from './frame.ts'
import { totalOf } from '#stripe/objects/line-items.ts'
import { methodFrom } from '#stripe/objects/payment-methods.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Session = Stripe.Checkout.Session
type Typed = { number?: string; expiry?: string; name?: string; email?: string }

/** The hosted checkout page, for payment links and sessions. */
export function mountCheckout(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
    '/pay/:id',
    async ({ params, query }, reply) => {
      const link = world.find('payment link', params.id)
      if (!link) return notFound(reply)
      if (!link.active)
        return show(reply, 'Link not active', html`<h1>This link is no longer active</h1>`, 410)
      return reply.redirect(openFromLink(world, link, query).url!, 303)
    },
  )

  app.get<{ Params: { id: string } }>('/c/pay/:id', async ({ params }, reply) => {
    const session = world.find('checkout session', params.id)
    return session ? showSession(reply, world, session, {}) : notFound(reply)
  })

  app.post<{ Params: { id: string } }>('/c/pay/:id', async ({ params, body }, reply) => {
    const session = world.find('checkout session', params.id)
    if (!session) return notFound(reply)
    if (session.status !== 'open') return showSession(reply, world, session, {})
    const form = formOf(body)
    const typed = {
      number: fieldOf(form, 'number'),
      expiry: fieldOf(form, 'expiry'),
      name: fieldOf(form, 'name'),
      email: fieldOf(form, 'email'),
    }
    try {
      return await afterAttempt(
        reply,
        world,
        session.id,
        pay(world, session, typed, fieldOf(form, 'cvc')),
        typed,
      )
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return showSession(reply, world, session, typed, thrown.message)
    }
  })

  // Returning from the bank's page.
  app.get<{ Params: { id: string } }>('/c/pay/:id/after', async ({ params }, reply) => {
    const session = world.find('checkout session', params.id)
    const waiting = session && world.get('plan', session.id).awaiting
    if (!session || !waiting) return notFound(reply)
    return afterAttempt(reply, world, session.id, world.get('payment_intent', waiting.paymentIntent), waiting)
  })
}

function pay(world: World, session: Session, typed: Typed, cvc: string): Stripe.PaymentIntent {
  const customerId = idOf(session.customer)
  const email =
    (customerId ? world.get('customer', customerId).email : null) ??
    session.customer_email ??
    typed.email ??
    ''
  const name = typed.name ?? ''
  const card = { number: typed.number ?? '', ...expiryOf(typed.expiry ?? ''), cvc }
  const method = methodFrom(world, { type: 'card', card, billing_details: { name, email } })
  return payCheckout(world, session, { email, name, method })
}

function afterAttempt(
  reply: FastifyReply,
  world: World,
  id: string,
  intent: Stripe.PaymentIntent,
  typed: Typed,
): FastifyReply {
  const session = world.get('checkout session', id)
  const current = world.find('payment_intent', intent.id) ?? intent
  if (session.status === 'complete') {
    const next = session.success_url?.replace('{CHECKOUT_SESSION_ID}', session.id)
    return reply.redirect(next ?? `/c/pay/${session.id}`, 303)
  }
  const bank = current.next_action?.redirect_to_url?.url
  if (bank) return reply.redirect(bank, 303)
  return showSession(
    reply,
    world,
    session,
    typed,
    current.last_payment_error?.message ?? "Your payment didn't go through.",
  )
}

function showSession(
  reply: FastifyReply,
  world: World,
  session: Session,
  typed: Typed,
  problem?: string,
): FastifyReply {
  if (session.status === 'complete') {
    const link = idOf(session.payment_link)
    const words = link
      ? world.find('payment link', link)?.after_completion.hosted_confirmation?.custom_message
      : undefined
    return show(
      reply,
      'Thank you',
      html`<section class="docket">
        <h1>Thanks for your payment</h1>
        <p>${words ?? 'You can close this page.'}</p>
      </section>`,
    )
  }
  if (session.status === 'expired')
    return show(reply, 'Expired', html`<h1>This checkout has expired</h1>`, 410)
  const items = session.line_items!.data
  const customerId = idOf(session.customer)
  const email = customerId ? world.get('customer', customerId).email : session.customer_email
  const total = money(totalOf(items))
  return show(
    reply,
    'Pay',
    html`<section class="docket">
        <h1>${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}: ${total}</h1>
        <dl class="facts">
          ${items.map(
            (item) =>
              html`<dt>${item.description}</dt>
                <dd>${money(item.amount_total)}${everyOf(item)}</dd>`,
          )}
        </dl>
        ${email && html`<p class="soft">For ${email}</p>`}
        ${problem && html`<p class="clay" role="alert">${problem}</p>`}
        <form method="post">
          ${cardFields(typed, !email)}<button class="button">
            ${session.mode === 'subscription' ? 'Subscribe' : `Pay ${total}`}
          </button>
        </form>
        ${session.cancel_url && html`<p><a href="${session.cancel_url}">Back</a></p>`}
      </section>
      ${testCards}`,
    problem ? 402 : 200,
  )
}

function everyOf({ price }: Stripe.LineItem): string {
  if (!price?.recurring) return ''
  const { interval, interval_count } = recurringOf(price)
  return interval_count === 1 ? ` a ${interval}` : ` every ${interval_count} ${interval}s`
}

function notFound(reply: FastifyReply): FastifyReply {
  return show(reply, 'Not found', html`<h1>Page not found</h1>`, 404)
}
