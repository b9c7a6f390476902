import { combinationNotes } from '@docketbox/contract/records/texts'
import { pageMeta } from '#platform/page/meta.ts'
import { Card } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'
import { RecordsFrame } from '../frame.tsx'
import { LoadsForm } from './loads-form.tsx'
import { LoadsList } from './loads-list.tsx'

export const meta = () => pageMeta({ title: 'Laundry' })

export default function LaundryPage() {
  return (
    <RecordsFrame
      title="Laundry"
      lead="Count the loads that include protective clothing or a uniform."
      blocks={['h-52', 'h-28', 'h-64']}
    >
      {({ incomeYear, laundry, claims }) => {
        const claim = claims.find(({ kind }) => kind === 'laundry')
        return (
          <>
            <LoadsForm incomeYear={incomeYear} />
            <Card className="grid gap-4">
              <h2 className="text-lg">What it adds up to</h2>
              {claim ? (
                <ClaimFigure claim={claim} />
              ) : (
                <p className="text-soft">No loads in this income year yet.</p>
              )}
              <p className="text-sm text-soft">{combinationNotes.laundry}</p>
            </Card>
            {laundry.length > 0 && <LoadsList incomeYear={incomeYear} laundry={laundry} />}
          </>
        )
      }}
    </RecordsFrame>
  )
}
