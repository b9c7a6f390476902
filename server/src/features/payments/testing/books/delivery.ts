import { DAY_MS, HOUR_MS } from '@docketbox/contract/core/units'
import { paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../../deps.ts'
import { isUnavailable } from '../../stripe.ts'
import { eventTypes, handleEvent } from '../../webhook/handle-event.ts'
import type { Random } from './random.ts'

const LOST = 0.04
const LATE = 0.2
const TWICE = 0.1

/** A bad connection to Stripe: events arrive out of order, late, twice or never. */
export function badConnection(deps: PaymentDeps, random: Random) {
  const handled = new Set<string>(eventTypes)
  let waiting: { event: Stripe.Event; dueAt: number }[] = []

  const receive = (event: Stripe.Event): void => {
    if (!handled.has(event.type) || random.chance(LOST)) return
    const copies = random.chance(TWICE) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      const lateMs = random.chance(LATE) ? random.below(4 * DAY_MS) : 0
      waiting.push({ event, dueAt: +deps.now() + lateMs })
    }
  }

  /** Hands over what has arrived by now. What couldn't be handled comes again. */
  const deliver = async (): Promise<void> => {
    const due = waiting.filter(({ dueAt }) => dueAt <= +deps.now())
    waiting = waiting.filter((delivery) => !due.includes(delivery))
    for (const { event } of random.shuffled(due))
      await handleEvent(deps, event).catch((error: unknown) => {
        if (!isOutage(error)) throw error
        waiting.push({ event, dueAt: +deps.now() + HOUR_MS })
      })
  }
  return { receive, deliver }
}

function isOutage(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Refusal && error.spec === paymentRefusals.unavailable)
}
