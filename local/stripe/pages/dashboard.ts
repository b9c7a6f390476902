import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html } from '#http/html.ts'
import { dateOf, fieldOf, formOf, money } from './card-form.ts'
import { nameOfPrice } from '#stripe/objects/catalogue.ts'
import { settleDebit } from '#stripe/billing/charging.ts'
import { show } from './frame.ts'
import { runUntil } from '#stripe/billing/time.ts'
import { refund } from '#stripe/objects/refunds.ts'
import { itemIn } from '#stripe/billing/subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const day = 86_400
/** A day more than the longest month and quarter: a renewal is charged an hour after its period ends. */
const monthDays = 32
const quarterDays = 93

/** The first page: recent activity, and controls for time, bank debits and refunds. */
export function mountDashboard(app: FastifyInstance, world: World): void {
  app.get('/', async (_, reply) => showDashboard(reply, world))
  app.post('/desk/advance', async ({ body }, reply) => {
    const days = Number(fieldOf(formOf(body), 'days'))
    if (![1, 7, monthDays, quarterDays].includes(days)) return reply.redirect('/', 303)
    const target = world.now() + days * day
    runUntil(world, target)
    world.moveTo(target)
    return reply.redirect('/', 303)
  })
  app.post<{ Params: { id: string } }>('/desk/settle/:id', async ({ params, body }, reply) => {
    const intent = world.find('payment_intent', params.id)
    const outcome = fieldOf(formOf(body), 'outcome') === 'failed' ? 'failed' : 'succeeded'
    if (intent?.status === 'processing') settleDebit(world, intent, outcome)
    return reply.redirect('/', 303)
  })
  app.post<{ Params: { id: string } }>('/desk/refund/:id', async ({ params }, reply) => {
    const charge = world.find('charge', params.id)
    if (charge && charge.status === 'succeeded' && !charge.refunded) refund(world, charge)
    return reply.redirect('/', 303)
  })
}

function showDashboard(reply: FastifyReply, world: World): FastifyReply {
  const intents = world.all('payment_intent').toReversed().slice(0, 50)
  const subscriptions = world.all('subscription').toReversed().slice(0, 50)
  const button = (days: number, words: string) =>
    html`<button class="button quiet" name="days" value="${days}">${words}</button>`
  return show(
    reply,
    'Desk',
    html`<h1>Payments on this machine</h1>
      <section>
        <p>
          Here it is <strong>${dateOf(world.now())}</strong>. Moving the clock forward renews what is due.
        </p>
        <form method="post" action="/desk/advance" class="row">
          ${button(1, 'Skip a day')} ${button(7, 'Skip a week')} ${button(monthDays, 'Skip a month')}
          ${button(quarterDays, 'Skip a quarter')}
        </form>
      </section>
      <section>
        <h2>Subscriptions</h2>
        ${subscriptions.length === 0 && html`<p class="soft">None yet.</p>`}
        <dl class="facts">${subscriptions.map((row) => subscriptionLine(world, row))}</dl>
      </section>
      <section>
        <h2>Payments</h2>
        ${intents.length === 0 && html`<p class="soft">None yet.</p>`}
        <dl class="facts">${intents.map((row) => paymentLine(world, row))}</dl>
      </section>`,
  )
}

function subscriptionLine(world: World, row: Stripe.Subscription): Html {
  const item = itemIn(row)
  const who = world.find('customer', idOf(row.customer)!)?.email ?? 'unknown'
  const end = `${row.cancel_at ? 'ends' : 'renews'} ${dateOf(item.current_period_end)}`
  return html`<dt>${who}</dt>
    <dd>${nameOfPrice(world, item.price)} · ${row.status} · ${end}</dd>`
}

function paymentLine(world: World, row: Stripe.PaymentIntent): Html {
  const charge = world.find('charge', idOf(row.latest_charge) ?? '')
  return html`<dt>${dateOf(row.created)}</dt>
    <dd>
      ${money(row.amount)} · ${charge?.refunded ? 'refunded' : row.status} · ${row.id}
      ${
        row.status === 'processing' &&
        html`<form method="post" action="/desk/settle/${row.id}" class="row">
          <button class="button quiet" name="outcome" value="succeeded">The bank pays</button>
          <button class="button quiet" name="outcome" value="failed">The bank refuses</button>
        </form>`
      }
      ${
        charge?.status === 'succeeded' &&
        !charge.refunded &&
        html`<form method="post" action="/desk/refund/${charge.id}">
          <button class="button quiet">Refund</button>
        </form>`
      }
    </dd>`
}
