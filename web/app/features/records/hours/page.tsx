import { HOME_CHOICE } from '@docketbox/contract/records/year'
import { combinationNotes } from '@docketbox/contract/records/texts'
import { useState } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { ClaimFigure } from '../claim-figure.tsx'
import { recordableDays } from '../day-range.ts'
import { RecordsFrame } from '../frame.tsx'
import { hoursFor, JobOrBusiness, useJobOrBusiness } from '../job-or-business.tsx'
import { hasAlternatives, MethodChoice } from '../method-choice.tsx'
import type { YearRecords } from '../queries.ts'
import { ImportCard } from './import-card.tsx'
import { Months } from './months.tsx'
import { Timer } from './timer.tsx'
import { WeekGrid } from './week-grid.tsx'
import { mondayOf } from './weeks.ts'

export const meta = () => pageMeta({ title: 'Working from home' })

/** Hours worked from home: a week at a time, with a timer, or from a file. */
export default function HoursPage() {
  return (
    <RecordsFrame
      title="Working from home"
      lead="Enter your hours for each day you worked from home, or start the timer."
      blocks={['h-28', 'h-96', 'h-64']}
    >
      {(records) => <Hours records={records} />}
    </RecordsFrame>
  )
}

function Hours({ records }: { records: YearRecords }) {
  const { incomeYear, hours, timer, claims } = records
  const [monday, setMonday] = useState(() => mondayOf(recordableDays(incomeYear).max))
  const { isForBusiness, setForBusiness } = useJobOrBusiness(records)
  const shown = hoursFor(hours, isForBusiness)
  const alternatives = claims.filter(({ choice }) => choice === HOME_CHOICE)
  const ofHours = alternatives.filter(({ kind }) => kind === 'workFromHome')
  return (
    <>
      <JobOrBusiness isForBusiness={isForBusiness} onChange={setForBusiness} />
      <Timer timer={timer} incomeYear={incomeYear} isForBusiness={isForBusiness} />
      <WeekGrid
        incomeYear={incomeYear}
        hours={hours}
        week={{ monday, isForBusiness }}
        onWeek={(week) => {
          setMonday(week.monday)
          if (week.isForBusiness !== undefined) setForBusiness(week.isForBusiness)
        }}
      />
      <div
        className={classNames(
          'grid grid-cols-1 items-start gap-6',
          // Methods side by side need the width.
          !hasAlternatives(alternatives) && 'lg:grid-cols-2',
        )}
      >
        <Card className="grid gap-4">
          <h2 className="text-lg">What it adds up to</h2>
          {ofHours.length > 0 && hasAlternatives(alternatives) ? (
            <MethodChoice incomeYear={incomeYear} claims={alternatives} />
          ) : (
            <>
              {ofHours.map((claim) => (
                <ClaimFigure key={claim._id} claim={claim} isNamed={isForBusiness !== undefined} />
              ))}
              {ofHours.length === 0 && <p className="text-soft">No hours in this income year yet.</p>}
              <p className="text-sm text-soft">{combinationNotes.workFromHome}</p>
            </>
          )}
        </Card>
        <Months incomeYear={incomeYear} hours={shown} onMonth={(day) => setMonday(mondayOf(day))} />
      </div>
      <ImportCard incomeYear={incomeYear} hours={shown} isForBusiness={isForBusiness} />
    </>
  )
}
