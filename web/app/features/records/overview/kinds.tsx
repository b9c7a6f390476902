import { paths } from '@docketbox/contract/core/paths'
import { openChoices } from '@docketbox/contract/records/claims/add-up'
import type { RecordClaim, RecordKind } from '@docketbox/contract/records/schemas'
import { Car, ChevronRight, House, type LucideIcon, Shirt, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '#ui/layout/card.tsx'
import { ClaimFigure } from '../claim-figure.tsx'
import type { YearRecords } from '../queries.ts'

type Kind = {
  name: string
  Icon: LucideIcon
  kinds: readonly RecordKind[]
  path: (incomeYear: string) => string
  /** Shown while there's nothing. */
  hint: string
}

const allKinds: readonly Kind[] = [
  {
    name: 'Working from home',
    Icon: House,
    kinds: ['workFromHome'],
    path: paths.workHours,
    hint: 'Enter your hours for each day, start the timer, or import a timesheet.',
  },
  {
    name: 'Car',
    Icon: Car,
    kinds: ['carTrips', 'carLogbook'],
    path: paths.trips,
    hint: 'Enter work trips by the kilometre, or keep a logbook for 12 weeks.',
  },
  {
    name: 'Laundry',
    Icon: Shirt,
    kinds: ['laundry'],
    path: paths.laundry,
    hint: 'Count the loads that include protective clothing or a uniform.',
  },
  {
    name: 'Phone and internet',
    Icon: Smartphone,
    kinds: ['phoneAndInternet'],
    path: paths.phoneDiary,
    hint: 'Keep a diary for four weeks to show how much is for work.',
  },
]

/** Each kind of record with what it adds up to, and a link to it. */
export function Kinds({ records: { incomeYear, claims } }: { records: YearRecords }) {
  const open = openChoices(claims)
  return (
    <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {allKinds.map(({ name, Icon, kinds, path, hint }) => {
        const ofKind = claims.filter(({ kind }) => kinds.includes(kind))
        const isToChoose = ({ choice }: RecordClaim) => choice !== null && open.includes(choice)
        return (
          <li key={name}>
            <Card className="relative grid h-full content-start gap-3 hover:border-leaf">
              <h2 className="flex items-center gap-3 text-lg">
                <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-tint text-leaf-deep">
                  <Icon className="size-5" aria-hidden="true" />
                </span>
                <Link
                  to={path(incomeYear)}
                  className="min-w-0 flex-1 after:absolute after:inset-0 after:rounded-lg"
                >
                  {name}
                </Link>
                <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
              </h2>
              {ofKind.length === 0 && <p className="text-sm text-soft">{hint}</p>}
              {ofKind.map((claim) => (
                <ClaimFigure
                  key={claim._id}
                  claim={claim}
                  isNamed={name !== claim.subject}
                  isPassedOver={!claim.isChosen && !isToChoose(claim)}
                />
              ))}
              {ofKind.some(isToChoose) && (
                <p className="text-sm font-medium text-wattle-deep">Choose the method that counts.</p>
              )}
            </Card>
          </li>
        )
      })}
    </ul>
  )
}
