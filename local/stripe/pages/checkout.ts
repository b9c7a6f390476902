import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html } from '#http/html.ts'
import { cardFields, debitFields, expiryOf, fieldOf, formOf, money, testCards } from './card-form.ts'
import { intervalOf } from '#stripe/objects/catalogue.ts'
import { dueOf, payCheckout } from '#stripe/billing/checkout-payment.ts'
import { Fault } from '#stripe/api/fault.ts'
import type { FormValues } from '#stripe/api/form.ts'
import { show, showNotFound } from './frame.ts'
import { methodFrom } from '#stripe/objects/payment-methods.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Session = Stripe.Checkout.Session
type Typed = { number?: string; expiry?: string; name?: string }

export function mountCheckout(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string } }>('/c/pay/:id', async ({ params }, reply) => {
    const session = world.find('checkout session', params.id)
    return session ? showSession(reply, world, session, {}) : showNotFound(reply)
  })

  app.post<{ Params: { id: string } }>('/c/pay/:id', async ({ params, body }, reply) => {
    const session = world.find('checkout session', params.id)
    if (!session) return showNotFound(reply)
    if (session.status !== 'open') return showSession(reply, world, session, {})
    const form = formOf(body)
    const typed = {
      number: fieldOf(form, 'number'),
      expiry: fieldOf(form, 'expiry'),
      name: fieldOf(form, 'name'),
    }
    try {
      return await afterAttempt(
        reply,
        world,
        session.id,
        payCheckout(world, session, methodOf(world, session, form, typed)),
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
    if (!session || !waiting) return showNotFound(reply)
    return afterAttempt(reply, world, session.id, world.get('payment_intent', waiting.paymentIntent), {})
  })
}

/** The card or bank account the customer typed. */
function methodOf(world: World, session: Session, form: FormValues, typed: Typed): Stripe.PaymentMethod {
  const { email } = world.get('customer', idOf(session.customer)!)
  const billing_details = { name: typed.name ?? '', email: email ?? '' }
  const account_number = fieldOf(form, 'account')
  if (account_number !== '') {
    const au_becs_debit = { bsb_number: fieldOf(form, 'bsb'), account_number }
    return methodFrom(world, { type: 'au_becs_debit', au_becs_debit, billing_details })
  }
  const cvc = fieldOf(form, 'cvc')
  const card = { number: typed.number ?? '', ...expiryOf(typed.expiry ?? ''), cvc }
  return methodFrom(world, { type: 'card', card, billing_details })
}

function afterAttempt(
  reply: FastifyReply,
  world: World,
  id: string,
  intent: Stripe.PaymentIntent | undefined,
  typed: Typed,
): FastifyReply {
  const session = world.get('checkout session', id)
  const current = intent && world.find('payment_intent', intent.id)
  if (session.status === 'complete') {
    return reply.redirect(session.success_url!.replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  }
  const bank = current?.next_action?.redirect_to_url?.url
  if (bank) return reply.redirect(bank, 303)
  return showSession(
    reply,
    world,
    session,
    typed,
    current?.last_payment_error?.message ?? "Your payment didn't go through.",
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
    return show(
      reply,
      'Thank you',
      html`<section class="docket">
        <h1>Thanks for your payment</h1>
        <p>You can close this page.</p>
      </section>`,
    )
  }
  if (session.status === 'expired')
    return show(reply, 'Expired', html`<h1>This checkout has expired</h1>`, 410)
  const { email } = world.get('customer', idOf(session.customer)!)
  const item = session.line_items!.data[0]!
  const price = money(item.amount_subtotal)
  const discount = item.amount_discount
  const due = dueOf(world, session)
  // Returning from the bank's page shows this one under another address.
  const action = `/c/pay/${session.id}`
  return show(
    reply,
    'Pay',
    html`<section class="docket">
        <h1>Subscribe: ${money(due)}</h1>
        <dl class="facts">
          <dt>${item.description}</dt>
          <dd>${price} / ${intervalOf(item.price!)}</dd>
          ${
            discount > 0 &&
            html`<dt>Discount on the first payment</dt>
              <dd>${money(-discount)}</dd>`
          }
          ${
            due < item.amount_total &&
            html`<dt>Applied balance</dt>
              <dd>${money(due - item.amount_total)}</dd>`
          }
        </dl>
        ${email && html`<p class="soft">For ${email}</p>`}
        ${problem && html`<p class="clay" role="alert">${problem}</p>`}
        <form method="post" action="${action}">
          ${cardFields(typed)}<button class="button">Subscribe</button>
        </form>
        <details>
          <summary>Pay by bank debit</summary>
          <form method="post" action="${action}">
            ${debitFields}<button class="button">Subscribe by debit</button>
          </form>
        </details>
      </section>
      ${testCards}`,
    problem ? 402 : 200,
  )
}
