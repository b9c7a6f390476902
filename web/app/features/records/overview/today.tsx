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
import type { YearRecords } from '../queries.ts'

/** The fastest way to enter today's hours or a trip; nothing for other years than the current one. */
export function Today({ records }: { records: YearRecords }) {
  const { incomeYear, hours, timer, vehicles } = records
  const [adding, setAdding] = useState<'vehicle' | { vehicle?: string }>()
  const now = todayIn(incomeYear)
  const [day, setDay] = useState(now)
  const { report, hasChanges } = useUnsavedForms()
  useReportUnsaved(hasChanges)
  // What couldn't be saved stays, with its day, and so does the trip that's being entered.
  if (day !== now && !hasChanges && !adding) setDay(now)
  if (!day) return null
  const minutes = hours.find((other) => other.day === day)?.minutes ?? 0
  return (
    <section aria-label="Today" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      <Timer timer={timer} incomeYear={incomeYear} />
      <Card className="grid content-center gap-4">
        <div className="sm:max-w-56">
          <UnsavedContext value={report}>
            <DayField
              key={day}
              day={day}
              minutes={minutes}
              isDisabled={false}
              {...(day === now && { label: 'Hours worked from home today' })}
            />
          </UnsavedContext>
        </div>
        <Button
          variant="secondary"
          className="max-sm:w-full sm:justify-self-start"
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() => setAdding(vehicles.length === 0 ? 'vehicle' : {})}
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
          onSaved={(vehicle) => setAdding({ vehicle })}
        />
      )}
      {typeof adding === 'object' && (
        <TripDialog trip={adding} records={records} onClose={() => setAdding(undefined)} />
      )}
    </section>
  )
}
