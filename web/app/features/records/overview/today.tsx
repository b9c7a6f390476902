import { useState } from 'react'
import { Plus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TripDialog } from '../car/trip-dialog.tsx'
import { VehicleDialog } from '../car/vehicle-dialog.tsx'
import { todayIn } from '../day-range.ts'
import { DayField } from '../hours/day-field.tsx'
import { Timer } from '../hours/timer.tsx'
import type { YearRecords } from '../queries.ts'

/** The fastest way to enter today's hours or a trip; nothing for other years than the current one. */
export function Today({ records }: { records: YearRecords }) {
  const { incomeYear, hours, timer, vehicles } = records
  const [isAdding, setIsAdding] = useState(false)
  const day = todayIn(incomeYear)
  if (!day) return null
  const minutes = hours.find((other) => other.day === day)?.minutes ?? 0
  return (
    <section aria-label="Today" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      <Timer timer={timer} incomeYear={incomeYear} />
      <Card className="grid content-center gap-4">
        <div className="sm:max-w-56">
          <DayField day={day} minutes={minutes} isDisabled={false} label="Hours worked from home today" />
        </div>
        <Button
          variant="secondary"
          className="max-sm:w-full sm:justify-self-start"
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          Add a trip
        </Button>
      </Card>
      {isAdding &&
        (vehicles.length === 0 ? (
          <VehicleDialog vehicle={undefined} incomeYear={incomeYear} onClose={() => setIsAdding(false)} />
        ) : (
          <TripDialog trip={{}} records={records} onClose={() => setIsAdding(false)} />
        ))}
    </section>
  )
}
