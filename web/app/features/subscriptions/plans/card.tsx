import type { PlanCard as Plan } from '@docketbox/contract/subscriptions/endpoints'
import { Amount } from '#ui/data/amount.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DocketCard, Perforation } from '#ui/layout/card.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { cycleText } from './cycle-text.ts'
import { Features } from './features.tsx'

type PlanCardProps = {
  plan: Plan
  /** With a promotion code, when it takes something off. */
  firstPriceCents: number | undefined
  /** What changing to it is called, if that's offered. */
  changeLabel: string | undefined
  /** Without it, a card has no button. */
  canChoose: boolean
  /** The button's label while it's working. */
  busy: string | false
  onChoose: (plan: Plan) => void
}

export function PlanCard(props: PlanCardProps) {
  const { plan, firstPriceCents, changeLabel, canChoose, busy, onChoose } = props
  const { name, description, button } = plan
  const label = (button.action === 'changePlan' && changeLabel) || buttonLabel(plan)
  const isOnOffer =
    firstPriceCents !== undefined && button.action === 'openLink' && firstPriceCents < plan.priceCents
  const isCurrent = button.label === 'Current Plan'
  return (
    <DocketCard fills className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-xl">{name}</h2>
        {isCurrent && <Stamp>Yours</Stamp>}
      </div>
      <p>
        <Amount
          cents={isOnOffer ? firstPriceCents : plan.priceCents}
          className="font-heading text-3xl font-bold"
        />{' '}
        <span className="text-sm text-soft">{isOnOffer ? 'first payment' : cycleText(plan)}</span>
        {isOnOffer && (
          <span className="block text-sm text-soft">
            then <Amount cents={plan.priceCents} /> {cycleText(plan)}
          </span>
        )}
        {plan.months > 1 && (
          <span className="block text-sm text-soft">
            <Amount cents={plan.pricePerMonthCents} /> a month
          </span>
        )}
      </p>
      {description && <p className="text-[0.9375rem] text-soft">{description}</p>}
      <Perforation />
      <Features {...plan} />
      {canChoose && (
        <div className="mt-auto pt-2">
          <Button
            wide
            size="large"
            variant={isCurrent ? 'secondary' : 'primary'}
            disabled={button.isDisabled}
            busy={busy}
            {...(button.isDisabled && { 'aria-label': `${label}: ${name}` })}
            onClick={() => onChoose(plan)}
          >
            {label}
          </Button>
        </div>
      )}
    </DocketCard>
  )
}

/** The label of a plan card's button, which names the plan. */
export function buttonLabel({ name, button }: Plan): string {
  if (button.action === 'activateTrial') return 'Start free trial'
  if (button.action === 'changePlan') return `Change to ${name}`
  return button.action === 'openLink' ? `Subscribe to ${name}` : button.label
}
