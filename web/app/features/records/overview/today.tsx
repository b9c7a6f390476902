import type { HoursOfDay, Trip } from '@docketbox/contract/records/schemas'
import { useState } from 'react'
import { Plus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { UnsavedContext, useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { Card } from '#ui/layout/card.tsx'
import { useUnsavedForms } from '#ui/overlay/discard-changes.tsx'
import { TripDialog } from '../car/trip-dialog.tsx'
import { VehicleDialog } from '../car/vehicle-dialog.tsx'
import { todayIn } from '../day-range.ts'
import { DayField } from '../hours/day-field.tsx'
import { Timer } from '../hours/timer.tsx'
import { forWhich, hoursFor, JobOrBusiness, useJobOrBusiness } from '../job-or-business.tsx'
import type { YearRecords } from '../queries.ts'

/** The fastest way to enter today's hours or a trip; nothing for other years than the current one. */
export function Today({ records }: { records: YearRecords }) {
  const { incomeYear, hours, timer, vehicles } = records
  const { isForBusiness, setForBusiness } = useJobOrBusiness(records)
  const [adding, setAdding] = useState<'vehicle' | Partial<Trip>>()
  const now = todayIn(incomeYear)
  const [day, setDay] = useState(now)
  const { report, hasChanges } = useUnsavedForms()
  useReportUnsaved(hasChanges)
  // What couldn't be saved stays, with its day, and so does the trip that's being entered.
  if (day !== now && !hasChanges && !adding) setDay(now)
  if (!day) return null
  return (
    <section aria-label="Today" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      <JobOrBusiness className="lg:col-span-2" isForBusiness={isForBusiness} onChange={setForBusiness} />
      <Timer timer={timer} incomeYear={incomeYear} isForBusiness={isForBusiness} />
      <Card className="grid content-center gap-4">
        <div className="sm:max-w-56">
          <UnsavedContext value={report}>
            {(isForBusiness === undefined ? [undefined] : [false, true]).map((purpose) => (
              <TodayField
                key={`${day} ${purpose}`}
                day={day}
                hours={hoursFor(hours, purpose)}
                isForBusiness={purpose}
                isShown={purpose === isForBusiness}
                label={day === now ? `Hours worked from home today${forWhich(purpose)}` : undefined}
              />
            ))}
          </UnsavedContext>
        </div>
        <Button
          variant="secondary"
          className="max-sm:w-full sm:justify-self-start"
          icon={Plus}
          iconClassName="size-5"
          onClick={() => setAdding(vehicles.length === 0 ? 'vehicle' : { isForBusiness })}
        >
          Add a trip
        </Button>
      </Card>
      {adding === 'vehicle' && (
        <VehicleDialog
          vehicle={undefined}
          incomeYear={incomeYear}
          description="First, tell us what you drove. Then you can add the trip."
          onClose={() => setAdding(undefined)}
          // It may not have been loaded yet.
          onSaved={(vehicle) => setAdding({ vehicle, isForBusiness })}
        />
      )}
      {typeof adding === 'object' && (
        <TripDialog trip={adding} records={records} onClose={() => setAdding(undefined)} />
      )}
    </section>
  )
}

type TodayFieldProps = {
  day: string
  hours: readonly HoursOfDay[]
  isForBusiness: boolean | undefined
  isShown: boolean
  label: string | undefined
}

/** The day's hours for a job or a business. What isn't saved stays on screen when the other one is chosen. */
function TodayField({ day, hours, isForBusiness, isShown, label }: TodayFieldProps) {
  const { report, hasChanges } = useUnsavedForms()
  useReportUnsaved(hasChanges)
  return (
    <div hidden={!isShown && !hasChanges}>
      <UnsavedContext value={report}>
        <DayField
          day={day}
          minutes={hours.reduce((sum, other) => (other.day === day ? sum + other.minutes : sum), 0)}
          isDisabled={false}
          isForBusiness={isForBusiness}
          {...(label !== undefined && { label })}
        />
      </UnsavedContext>
    </div>
  )
}
