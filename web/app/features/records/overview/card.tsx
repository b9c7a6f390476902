import { paths } from '@docketbox/contract/core/paths'
import { openChoices } from '@docketbox/contract/records/claims/add-up'
import type { RecordClaim } from '@docketbox/contract/records/schemas'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'

type RecordsCardProps = { incomeYear: string; claims: readonly RecordClaim[]; isReadOnly?: boolean }

/** On the page of an income year: what the records that aren't receipts add up to, and a link to them. */
export function RecordsCard({ incomeYear, claims, isReadOnly = false }: RecordsCardProps) {
  const chosen = claims.filter(({ isChosen }) => isChosen)
  return (
    <Card className="grid grid-cols-1 gap-4 print:break-inside-avoid">
      <h2 className="text-lg">Records that aren’t receipts</h2>
      {claims.length === 0 && (
        <p className="text-sm text-soft">
          {isReadOnly
            ? 'No hours, trips, laundry or diaries recorded in this year.'
            : 'Hours worked from home, car trips, laundry, phone and internet.'}
        </p>
      )}
      {chosen.map((claim) => (
        <ClaimFigure key={claim._id} claim={claim} isNamed />
      ))}
      {openChoices(claims).length > 0 && (
        <p className="text-sm text-wattle-deep">
          Some records can’t be combined. They count once a method is chosen.
        </p>
      )}
      {!isReadOnly && (
        <ButtonLink
          to={paths.records(incomeYear)}
          variant="secondary"
          className="justify-self-start print:hidden"
        >
          {claims.length === 0 ? 'Start recording' : 'Open records'}
        </ButtonLink>
      )}
    </Card>
  )
}
