import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { LogbookResult, Trip, Vehicle } from '@docketbox/contract/records/schemas'
import { useMutation } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteRecordDialog } from '#features/years'
import { plainDate } from '#platform/format/dates.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Menu, MenuItem } from '#ui/overlay/menu.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { removeTrip, saveTrip } from '../queries.ts'

const SHOWN_FIRST = 20

type TripListProps = {
  vehicles: readonly Vehicle[]
  trips: readonly Trip[]
  logbooks: readonly LogbookResult[]
  incomeYear: string
  hasJobAndBusiness: boolean
  onOpen: (trip: Partial<Trip>) => void
}

export function TripList({
  vehicles,
  trips,
  logbooks,
  incomeYear,
  hasJobAndBusiness,
  onOpen,
}: TripListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [deleted, setDeleted] = useState<Trip>()
  const remove = useMutation(removeTrip)
  const restore = useMutation(saveTrip)
  const shown = isOpen ? trips : trips.slice(0, SHOWN_FIRST)
  const nameOf = (trip: Trip) => vehicles.find(({ _id }) => _id === trip.vehicle)?.name ?? ''
  const handleRemove = (trip: Trip) => {
    const params = { tripId: trip._id }
    attemptChange(async () => {
      // Not as it was listed: another tab may have changed it since.
      const { deleted } = await remove.mutateAsync({ params })
      if (!deleted) return
      const { _id: _, ...details } = deleted
      offerUndo('Trip deleted.', () => restore.mutateAsync({ params, body: { ...details, known: null } }))
    })
  }
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="text-lg">
        Trips <span className="figures font-normal text-soft">{trips.length.toLocaleString('en-AU')}</span>
      </h2>
      {trips.length === 0 && <p className="text-soft">No trips in {formatIncomeYear(incomeYear)} yet.</p>}
      <ul>
        {shown.map((trip) => (
          <li key={trip._id} className="flex min-h-14 items-center gap-3 border-b border-line last:border-0">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5 py-1.5">
              <p className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate font-medium">{trip.purpose}</span>
                <span className="figures shrink-0 font-semibold">{trip.km.toLocaleString('en-AU')} km</span>
              </p>
              <p className="figures truncate text-sm text-soft">
                {plainDate(trip.day)}
                {hasJobAndBusiness && ` · ${trip.isForBusiness ? 'Business' : 'Job'}`}
                {vehicles.length > 1 && ` · ${nameOf(trip)}`}
                {trip.odometerStart !== null &&
                  ` · ${trip.odometerStart.toLocaleString('en-AU')} to ${trip.odometerEnd!.toLocaleString('en-AU')}`}
              </p>
            </div>
            <Menu
              trigger={<IconButton icon={Ellipsis} label={`Options for ${trip.purpose}`} className="-mr-2" />}
            >
              <MenuItem
                icon={Copy}
                onSelect={() => {
                  const { vehicle, km, purpose, isForBusiness = false } = trip
                  onOpen({ vehicle, km, purpose, isForBusiness })
                }}
              >
                Same trip again
              </MenuItem>
              <MenuItem icon={Pencil} onSelect={() => onOpen(trip)}>
                Edit
              </MenuItem>
              <MenuItem icon={Trash2} tone="danger" onSelect={() => setDeleted(trip)}>
                Delete
              </MenuItem>
            </Menu>
          </li>
        ))}
      </ul>
      {!isOpen && trips.length > SHOWN_FIRST && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Show all {trips.length.toLocaleString('en-AU')} trips
        </Button>
      )}
      {deleted && (
        <DeleteRecordDialog
          noun="trip"
          name={`${deleted.purpose}, ${plainDate(deleted.day)}`}
          incomeYear={incomeYear}
          lastYear={lastYearOf(deleted, logbooks)}
          onClose={() => setDeleted(undefined)}
          onDelete={() => handleRemove(deleted)}
        />
      )}
    </Card>
  )
}

/** The last income year that needs a trip: its logbooks are used for five of them. */
function lastYearOf({ vehicle, day }: Trip, logbooks: readonly LogbookResult[]): string | undefined {
  return logbooks
    .filter((one) => one.vehicle === vehicle && one.startedOn <= day && day <= (one.endedOn ?? day))
    .map(({ lastYear }) => lastYear)
    .toSorted()
    .at(-1)
}
