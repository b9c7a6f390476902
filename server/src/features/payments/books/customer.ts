import { type MonthName, monthNames } from '@docketbox/contract'
import { runningRecurring } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PayingServer } from '#testing/paying.ts'
import { createIntent } from '../checkout/create-intent.ts'
import { payWithCredit } from '../checkout/pay-with-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { cancelPlan } from '../plans/cancel-plan.ts'
import { changePlan, previewChange } from '../plans/change-plan.ts'
import { openCheckout } from '../subscribing/open-checkout.ts'
import type { Random } from './random.ts'

const cards = ['4242424242424242', '4242424242424242', '4000000000000341', '4000000000000002']
const methods = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa_chargeDeclined']

/** Does one thing that a customer might do today. */
export async function act(
  deps: PaymentDeps,
  { pay, payOn, plans }: Pick<PayingServer, 'pay' | 'payOn' | 'plans'>,
  random: Random,
  ownerId: string,
): Promise<void> {
  const scope = { ownerId } as Scope
  const plan = random.pick([plans.pro, plans.premium])
  const months = sample(random)

  const buyMonths = async () => {
    const { clientSecret } = await createIntent(deps, scope, { months, plan: plans.pro })
    if (clientSecret === '') await payWithCredit(deps, scope, { months, plan: plans.pro })
    else await pay(clientSecret, random.pick(methods))
  }
  const subscribe = async () => {
    const { url } = await openCheckout(deps, scope, plan)
    // Some leave the page open.
    if (random.chance(0.9)) await payOn(url, random.pick(cards))
  }
  const change = async () => {
    const { prorationDate, dueNowCents } = await previewChange(deps, scope, plan)
    await changePlan(deps, scope, { plan, prorationDate, dueNowCents })
  }
  const cancel = () => cancelPlan(deps, scope, random.chance(0.7))

  const [running] = await runningRecurring(deps.db, ownerId, deps.now())
  const choices = running ? [change, cancel, buyMonths] : [buyMonths, subscribe, subscribe]
  try {
    await random.pick<() => Promise<unknown>>(choices)()
  } catch (error) {
    // "No" is an answer.
    if (!(error instanceof Refusal)) throw error
  }
}

/** Up to three months. */
function sample(random: Random): MonthName[] {
  return random.shuffled(monthNames).slice(0, 1 + random.below(3))
}
