import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html } from '#http/html.ts'
import { cardFields, dateOf, expiryOf, fieldOf, formOf, money, testCards } from './card-form.ts'
import { centsOf, nameOfPrice } from '#stripe/objects/catalogue.ts'
import { setDefaultMethod } from '#stripe/objects/customers.ts'
import { defaultMethod } from '#stripe/billing/billing.ts'
import { Fault } from '#stripe/api/fault.ts'
import { show } from './frame.ts'
import { attach, methodFrom } from '#stripe/objects/payment-methods.ts'
import { isPortalOpen } from '#stripe/objects/portal.ts'
import { itemIn } from '#stripe/billing/subscription-shape.ts'
import { amend } from '#stripe/objects/subscriptions.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Portal = Stripe.BillingPortal.Session

/** The customer portal: the subscription, cancel, resume, change card, past invoices. */
export function mountPortal(app: FastifyInstance, world: World): void {
  const portalOf = (id: string) => {
    const portal = world.find('portal session', id)
    return portal && isPortalOpen(portal.created, world.now()) ? portal : undefined
  }
  const own = (portal: Portal) => world.all('subscription').filter((row) => row.customer === portal.customer)

  app.get<{ Params: { id: string } }>('/p/session/:id', async ({ params }, reply) => {
    const portal = portalOf(params.id)
    return portal ? showPortal(reply, world, portal, own(portal)) : gone(reply)
  })

  app.post<{ Params: { id: string; subscription: string } }>(
    '/p/session/:id/:subscription',
    async ({ params, body }, reply) => {
      const portal = portalOf(params.id)
      const subscription = portal && own(portal).find((row) => row.id === params.subscription)
      if (!subscription) return gone(reply)
      const action = fieldOf(formOf(body), 'do')
      // As in flexible billing mode: only the time shows that it ends.
      if (action === 'cancel')
        amend(world, subscription, { cancel_at: itemIn(subscription).current_period_end })
      if (action === 'resume') amend(world, subscription, { cancel_at: null })
      return reply.redirect(`/p/session/${params.id}`, 303)
    },
  )

  app.post<{ Params: { id: string } }>('/p/session/:id/card', async ({ params, body }, reply) => {
    const portal = portalOf(params.id)
    if (!portal) return gone(reply)
    const form = formOf(body)
    const card = {
      number: fieldOf(form, 'number'),
      ...expiryOf(fieldOf(form, 'expiry')),
      cvc: fieldOf(form, 'cvc'),
    }
    try {
      const method = attach(
        world,
        methodFrom(world, { type: 'card', card, billing_details: { name: fieldOf(form, 'name') } }),
        portal.customer,
      )
      setDefaultMethod(world, world.get('customer', portal.customer), method.id)
      for (const row of own(portal).filter(isLive)) amend(world, row, { default_payment_method: method.id })
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return showPortal(reply, world, portal, own(portal), thrown.message)
    }
    return reply.redirect(`/p/session/${params.id}`, 303)
  })
}

const isLive = ({ status }: Stripe.Subscription) => status === 'active' || status === 'past_due'

function showPortal(
  reply: FastifyReply,
  world: World,
  portal: Portal,
  subscriptions: Stripe.Subscription[],
  problem?: string,
): FastifyReply {
  const invoices = world
    .all('invoice')
    .filter((row) => row.customer === portal.customer && row.status !== 'draft')
    .toReversed()
  const live = subscriptions.filter(isLive)
  const { features } = world.get('portal configuration', idOf(portal.configuration)!)
  return show(
    reply,
    'Your subscription',
    html`<h1>Your subscription</h1>
      ${live.length === 0 && html`<p>You have no running subscription.</p>`}
      ${live.map((row) => subscriptionPart(world, portal, row, features.subscription_cancel.enabled))}
      <section>
        <h2>Payment method</h2>
        <p>${cardWords(world, portal, live[0])}</p>
        ${problem && html`<p class="clay" role="alert">${problem}</p>`}
        ${
          features.payment_method_update.enabled &&
          html`<details ${problem ? html`open` : ''}>
            <summary>Use another card</summary>
            <form method="post" action="/p/session/${portal.id}/card">
              ${cardFields({})}<button class="button">Save card</button>
            </form>
          </details>`
        }
      </section>
      ${
        features.invoice_history.enabled &&
        html`<section>
          <h2>Invoices</h2>
          ${invoices.length === 0 && html`<p class="soft">None yet.</p>`}
          <dl class="facts">
            ${invoices.map(
              (row) =>
                html`<dt>${dateOf(row.created)}</dt>
                  <dd>${money(row.total)} · ${row.status} · ${row.number}</dd>`,
            )}
          </dl>
        </section>`
      }
      ${testCards} ${portal.return_url && html`<p><a href="${portal.return_url}">Back to the product</a></p>`}`,
    problem ? 402 : 200,
  )
}

function subscriptionPart(world: World, portal: Portal, row: Stripe.Subscription, canCancel: boolean): Html {
  const item = itemIn(row)
  const end = dateOf(item.current_period_end)
  const words = row.cancel_at ? `Ends on ${end}.` : `Renews on ${end}.`
  return html`<section class="docket">
    <h2>${nameOfPrice(world, item.price)}</h2>
    <p>${money(centsOf(item.price))}. ${words} ${row.status === 'past_due' && 'The last payment failed.'}</p>
    ${
      canCancel &&
      html`<form method="post" action="/p/session/${portal.id}/${row.id}">
        ${
          row.cancel_at
            ? html`<button class="button" name="do" value="resume">Keep my subscription</button>`
            : html`<button class="button quiet" name="do" value="cancel">Cancel subscription</button>`
        }
      </form>`
    }
  </section>`
}

function cardWords(world: World, portal: Portal, row: Stripe.Subscription | undefined): string {
  const id = defaultMethod(world, portal.customer, row)
  const card = id ? world.find('PaymentMethod', id)?.card : undefined
  return card
    ? `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}`
    : 'None saved.'
}

function gone(reply: FastifyReply): FastifyReply {
  return show(
    reply,
    'Closed',
    html`<h1>This page has closed</h1>
      <p>Open the portal again from the product.</p>`,
    410,
  )
}
