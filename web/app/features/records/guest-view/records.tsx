import { openChoices } from '@docketbox/contract/records/claims/add-up'
import { isOtherVehicleClaim } from '@docketbox/contract/records/claims/coverage'
import type { RecordClaim } from '@docketbox/contract/records/schemas'
import { Card } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'
import { YearRecordsView } from '../frame.tsx'
import type { YearRecords } from '../queries.ts'
import { RecordTables } from './tables.tsx'

/** The records of a shared year, read-only: what they add up to, and each of them. */
export function SharedRecords({ year }: { year: string }) {
  return (
    <YearRecordsView incomeYear={year} blocks={['h-36', 'h-64', 'h-64']}>
      {(records) => <Contents records={records} />}
    </YearRecordsView>
  )
}

function Contents({ records }: { records: YearRecords }) {
  const { claims, hours, trips, logbooks, vehicleYears, laundry, diaries } = records
  const lists = [claims, hours, trips, logbooks, vehicleYears, laundry, diaries]
  if (lists.every((list) => list.length === 0))
    return (
      <p className="py-6 text-center text-soft">No hours, trips, laundry or diaries recorded in this year.</p>
    )
  return (
    <>
      <section aria-label="What the records add up to" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {claims.map((claim) => (
          <Card key={claim._id} className="grid content-start gap-2">
            <ClaimFigure isNamed claim={claim} />
            <p className="text-sm font-medium">{statusText(claim, claims)}</p>
          </Card>
        ))}
      </section>
      <RecordTables records={records} />
    </>
  )
}

/** Whether a claim counts. */
function statusText(claim: RecordClaim, claims: readonly RecordClaim[]): string {
  if (isOtherVehicleClaim(claim)) return 'Evidence for this vehicle’s receipts'
  const { label, choice, isChosen } = claim
  if (isChosen) return `Counts under ${label === 'business' ? 'Business' : label}`
  return choice !== null && openChoices(claims).includes(choice)
    ? 'Doesn’t count: no method has been chosen yet'
    : 'Doesn’t count: another method was chosen'
}
