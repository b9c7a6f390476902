import { vehicleChoice } from '@docketbox/contract/records/year'
import { combinationNotes, recordTexts } from '@docketbox/contract/records/texts'
import type { Vehicle } from '@docketbox/contract/records/schemas'
import { Pencil } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { Card, Perforation } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'
import { hasAlternatives, MethodChoice } from '../method-choice.tsx'
import type { YearRecords } from '../queries.ts'
import { Logbooks } from './logbooks.tsx'
import { YearForm } from './year-form.tsx'

type VehicleCardProps = { vehicle: Vehicle; records: YearRecords; onEdit: () => void }

/** A vehicle: what its trips and logbook add up to, side by side where they can't be combined. */
export function VehicleCard({ vehicle, records, onEdit }: VehicleCardProps) {
  const { incomeYear, hasJobAndBusiness, claims, vehicles, logbooks, vehicleYears } = records
  const { _id, name, registration, engineCapacity, isCar } = vehicle
  const ofVehicle = claims.filter((claim) => claim._id.endsWith(_id))
  const alternatives = ofVehicle.filter(({ choice }) => choice === vehicleChoice(_id))
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{name}</h2>
          <p className="text-sm text-soft">
            {[registration, engineCapacity, !isCar && 'Not a car for tax purposes']
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <IconButton
          icon={Pencil}
          iconClassName="size-4.5"
          label={`Edit ${name}`}
          className="-mt-1.5 -mr-2"
          onClick={onEdit}
        />
      </div>
      {hasAlternatives(alternatives) ? (
        <MethodChoice incomeYear={incomeYear} claims={alternatives} />
      ) : (
        ofVehicle[0] && (
          <div className="grid gap-2">
            {ofVehicle.map((claim) => (
              <ClaimFigure key={claim._id} claim={claim} isNamed={hasJobAndBusiness} />
            ))}
            {isCar && <p className="text-[0.8125rem] text-soft">{combinationNotes[ofVehicle[0].kind]}</p>}
          </div>
        )
      )}
      {!isCar && ofVehicle.length === 0 && <p className="text-sm text-soft">{recordTexts.otherVehicle}</p>}
      {isCar && (
        <>
          <Perforation />
          <Logbooks
            vehicle={vehicle}
            incomeYear={incomeYear}
            logbooks={logbooks.filter((logbook) => logbook.vehicle === _id)}
          />
          {logbooks.some((logbook) => logbook.vehicle === _id) && (
            <YearForm
              vehicleId={_id}
              incomeYear={incomeYear}
              vehicleYear={vehicleYears.find((year) => year.vehicle === _id)}
              isOnlyCar={vehicles.filter((vehicle) => vehicle.isCar).length === 1}
            />
          )}
        </>
      )}
    </Card>
  )
}
