import { formatCents, MIN_CHARGE_CENTS, type NewPromotion, type Promotion } from '@docketbox/contract'

type Discount = Pick<Promotion, 'percentOff' | 'amountOffCents'>

const MAX_PERCENT = 100

/**
 * What the first period of a plan costs with a discount, as Stripe rounds it.
 * @returns undefined if it's less than Stripe can charge: it would charge nothing, and more at the next renewal.
 */
export function firstPriceWith(
  { percentOff, amountOffCents }: Discount,
  priceCents: number,
): number | undefined {
  const cents = priceWith({ percentOff, amountOffCents }, priceCents)
  return isChargeable(cents) ? cents : undefined
}

function priceWith({ percentOff, amountOffCents }: Discount, priceCents: number): number {
  const offCents = percentOff === null ? (amountOffCents ?? 0) : Math.round((priceCents * percentOff) / 100)
  return Math.max(0, priceCents - offCents)
}

function isChargeable(cents: number): boolean {
  return cents === 0 || cents >= MIN_CHARGE_CENTS
}

type Plan = { name: string; priceCents: number }

/** Why a new code can't be created for these plans, and what to choose instead; undefined if it can. */
export function whyTooSmall(
  { percentOff, amountOffCents }: NewPromotion,
  plans: readonly Plan[],
): string | undefined {
  const isPercent = percentOff !== undefined
  const discountOf = (value: number): Discount =>
    isPercent ? { percentOff: value, amountOffCents: null } : { percentOff: null, amountOffCents: value }
  const isFor = (value: number) => (plan: Plan) =>
    firstPriceWith(discountOf(value), plan.priceCents) !== undefined
  const wanted = percentOff ?? amountOffCents!
  const plan = plans.find((plan) => !isFor(wanted)(plan))
  if (!plan) return undefined
  const max = isPercent ? MAX_PERCENT : Math.max(...plans.map(({ priceCents }) => priceCents))
  const allowed = Array.from({ length: max }, (_, at) => at + 1).filter((value) => plans.every(isFor(value)))
  const lower = allowed.findLast((value) => value < wanted)
  const higher = allowed.find((value) => value > wanted)
  const choices = [lower, higher].filter((value) => value !== undefined)
  const texts = choices.map((value) => (isPercent ? `${value}%` : formatCents(value)))
  const cents = priceWith(discountOf(wanted), plan.priceCents)
  return `The first payment for ${plan.name} would be ${formatCents(cents)}, but the minimum is ${formatCents(MIN_CHARGE_CENTS)}. Choose ${texts.join(' or ')} instead.`
}
