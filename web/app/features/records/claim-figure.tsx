import { isOtherVehicleClaim } from '@docketbox/contract/records/claims/coverage'
import type { RecordClaim } from '@docketbox/contract/records/schemas'
import { Amount } from '#ui/data/amount.tsx'

type ClaimFigureProps = {
  claim: RecordClaim
  /** Names what it's about, where that isn't clear from the heading. */
  isNamed?: boolean
  /** Whether its owner has chosen another method. */
  isPassedOver?: boolean
}

/** What records add up to: the figure first, then what it's from, then what's missing. */
export function ClaimFigure({ claim, isNamed = false, isPassedOver = false }: ClaimFigureProps) {
  const { subject, method, quantity, unit, claimableCents, note } = claim
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {claimableCents === null ? (
          <span className="font-semibold text-soft">
            {isOtherVehicleClaim(claim) ? 'Claimed from receipts' : 'No figure yet'}
          </span>
        ) : (
          <Amount cents={claimableCents} className={isPassedOver ? 'text-soft' : 'text-xl font-semibold'} />
        )}
        <span className="figures text-sm text-soft">
          {isNamed && `${subject}${unit === '%' ? '' : ', '}`}
          {unit !== '%' &&
            `from ${quantity.toLocaleString('en-AU')} ${quantity === 1 ? singular[unit] : unit}`}
        </span>
      </p>
      <p className="figures text-sm text-soft">
        {method}
        {isPassedOver && '. It doesn’t count, because you chose another method.'}
      </p>
      {note && !isPassedOver && <p className="text-sm text-wattle-deep">{note}</p>}
    </div>
  )
}

const singular: Record<string, string> = { hours: 'hour', km: 'km', loads: 'load' }
