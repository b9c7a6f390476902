import { type MonthName, monthNames } from '@docketbox/contract'
import { runningRecurring } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { createIntent } from '../../months/create-intent.ts'
import { payWithCredit } from '../../months/credit/pay-with-credit.ts'
import { cancelPlan } from '../../plans/ending/cancel-plan.ts'
import { changePlan, previewChange } from '../../plans/changes/change-plan.ts'
import { openPortal } from '../../plans/portal.ts'
import { openCheckout } from '../../plans/subscribing/open-checkout.ts'
import { post } from './in-memory.ts'
import { askBank, cardNumber, payIntent, payPage } from './paying.ts'
import type { Random } from './random.ts'
import type { Simulation } from './simulate.ts'

const PAGE_LEFT_OPEN = 0.1
const WITH_CODE = 0.3
const SWITCHED_AGAIN = 0.2

/** Performs one random action of a customer. */
export async function act(simulation: Simulation, ownerId: string): Promise<void> {
  const { deps, random } = simulation
  const [running] = await runningRecurring(deps.db, ownerId, deps.now())
  // One that has ended at Stripe makes way for a new one.
  const choices =
    running && !running.hasEndedAtStripe
      ? [switchPlan, switchPlan, cancelOrResume, buyMonths, actInPortal, payOpenPage]
      : [buyMonths, buyMonths, startPlan, startPlan, startPlan, payOpenPage]
  try {
    await random.pick(choices)(simulation, ownerId)
  } catch (error) {
    // "No" is an answer.
    if (!(error instanceof Refusal)) throw error
  }
}

async function buyMonths({ deps, server, random, openPages }: Simulation, ownerId: string): Promise<void> {
  const scope = { ownerId } as Scope
  const order = { months: monthsFrom(random), plan: server.plans.pro }
  const { clientSecret } = await createIntent(deps, scope, order)
  if (clientSecret === '') return void (await payWithCredit(deps, scope, order))
  if (random.chance(PAGE_LEFT_OPEN)) return void openPages.set(ownerId, { clientSecret })
  await payIntent(server, random, clientSecret)
}

async function startPlan(
  { deps, server, random, codes, openPages, plans }: Simulation,
  ownerId: string,
): Promise<void> {
  const code = random.chance(WITH_CODE) ? random.pick(codes) : undefined
  const plan = random.pick(plans)
  const { url } = await openCheckout(deps, { ownerId } as Scope, plan, code)
  if (random.chance(PAGE_LEFT_OPEN)) return void openPages.set(ownerId, { url })
  await payPage(server, random, url)
}

/** Pays on a page the customer left open. */
async function payOpenPage({ server, random, openPages }: Simulation, ownerId: string): Promise<void> {
  const { url, clientSecret } = openPages.get(ownerId) ?? {}
  openPages.delete(ownerId)
  if (url) await payPage(server, random, url)
  if (clientSecret) await payIntent(server, random, clientSecret)
}

/** Changes to another plan, and perhaps to another at once. */
async function switchPlan(simulation: Simulation, ownerId: string): Promise<void> {
  const { deps, server, random, plans } = simulation
  const scope = { ownerId } as Scope
  const plan = random.pick(plans)
  const { prorationDate, dueNowCents } = await previewChange(deps, scope, plan)
  const { clientSecret } = await changePlan(deps, scope, { plan, prorationDate, dueNowCents })
  if (clientSecret) await askBank(server.standIn, random, clientSecret.split('_secret_')[0]!, clientSecret)
  if (random.chance(SWITCHED_AGAIN)) await switchPlan(simulation, ownerId)
}

async function cancelOrResume({ deps, random }: Simulation, ownerId: string): Promise<void> {
  await cancelPlan(deps, { ownerId } as Scope, random.chance(0.7))
}

/** Cancels, resumes, or saves another card in Stripe's portal. */
async function actInPortal({ deps, server, random }: Simulation, ownerId: string): Promise<void> {
  const { url } = await openPortal(deps, { ownerId } as Scope)
  if (random.chance(0.5)) {
    const card = { number: cardNumber(random), expiry: '12 / 40', cvc: '123', name: 'Ann Lee' }
    return void (await post(server.standIn, `${url}/card`, card))
  }
  const [running] = await runningRecurring(deps.db, ownerId, deps.now())
  if (running)
    await post(server.standIn, `${url}/${running.providerSubscriptionId}`, {
      do: random.chance(0.6) ? 'cancel' : 'resume',
    })
}

/** Up to three months. */
function monthsFrom(random: Random): MonthName[] {
  return random.shuffled(monthNames).slice(0, 1 + random.below(3))
}
