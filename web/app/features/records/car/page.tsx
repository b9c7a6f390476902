import type { Trip, Vehicle } from '@docketbox/contract/records/schemas'
import { Car, Plus } from 'lucide-react'
import { useState } from 'react'
import { latest } from '#ui/forms/latest.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { RecordsFrame } from '../frame.tsx'
import type { YearRecords } from '../queries.ts'
import { TripDialog } from './trip-dialog.tsx'
import { TripList } from './trip-list.tsx'
import { VehicleCard } from './vehicle-card.tsx'
import { VehicleDialog } from './vehicle-dialog.tsx'

export const meta = () => pageMeta({ title: 'Car' })

/** Trips, logbooks and running costs of the vehicles someone drives for work. */
export default function CarPage() {
  return (
    <RecordsFrame
      title="Car"
      lead="Enter your work trips. Driving between home and work is usually private."
      blocks={['h-11', 'h-64', 'h-96']}
    >
      {(records) => <Cars records={records} />}
    </RecordsFrame>
  )
}

function Cars({ records }: { records: YearRecords }) {
  const { incomeYear, hasJobAndBusiness, vehicles, trips, logbooks } = records
  const [trip, setTrip] = useState<Partial<Trip>>()
  const [vehicle, setVehicle] = useState<Vehicle | 'new'>()
  return (
    <>
      {vehicles.length === 0 ? (
        <EmptyState
          title="No vehicles yet."
          action={
            <Button icon={Car} iconClassName="size-5" onClick={() => setVehicle('new')}>
              Add your car
            </Button>
          }
        >
          Add the car you drive for work. After that, adding a trip takes seconds.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap gap-3">
            <Button size="large" className="max-sm:w-full" icon={Plus} onClick={() => setTrip({})}>
              Add a trip
            </Button>
            <Button variant="quiet" className="max-sm:w-full" onClick={() => setVehicle('new')}>
              Add another vehicle
            </Button>
          </div>
          {vehicles.map((each) => (
            <VehicleCard key={each._id} vehicle={each} records={records} onEdit={() => setVehicle(each)} />
          ))}
          <TripList
            vehicles={vehicles}
            trips={trips}
            logbooks={logbooks}
            incomeYear={incomeYear}
            hasJobAndBusiness={hasJobAndBusiness}
            onOpen={setTrip}
          />
        </>
      )}
      {trip && <TripDialog trip={latest(trips, trip)} records={records} onClose={() => setTrip(undefined)} />}
      {vehicle && (
        <VehicleDialog
          vehicle={vehicle === 'new' ? undefined : latest(vehicles, vehicle)}
          incomeYear={incomeYear}
          onClose={() => setVehicle(undefined)}
        />
      )}
    </>
  )
}
