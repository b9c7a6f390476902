import type { Subscriber, SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { type Column, Table } from '#ui/data/table.tsx'
import { PeriodBadge, StatusBadge } from '../people/badges.tsx'
import { PersonButton, PersonCard } from '../people/buttons.tsx'

type PopulatedRow = SubscriberRow & { user: Subscriber }

type SubscriberTableProps = { rows: readonly SubscriberRow[]; onOpen: (row: PopulatedRow) => void }

/** Subscribers as a table, or as cards on a phone. */
export function SubscriberTable({ rows, onOpen }: SubscriberTableProps) {
  const populated = rows.filter((row): row is PopulatedRow => typeof row.user !== 'string')
  const columns: Column<PopulatedRow>[] = [
    {
      heading: 'Subscriber',
      cell: (row) => <PersonButton person={row.user} onOpen={() => onOpen(row)} />,
    },
    { heading: 'Plan', cell: ({ planName }) => planName ?? <span className="text-soft">No plan</span> },
    { heading: 'Period', cell: ({ period }) => period && <PeriodBadge period={period} /> },
    {
      heading: 'Start',
      cell: ({ currentPeriodStart: at }) => at && <time dateTime={at}>{planDate(at)}</time>,
      className: 'whitespace-nowrap',
    },
    {
      heading: 'End',
      cell: ({ currentPeriodEnd: at }) => at && <time dateTime={at}>{lastPlanDate(at)}</time>,
      className: 'whitespace-nowrap',
    },
    { heading: 'Status', cell: ({ user }) => <StatusBadge status={user.status} /> },
  ]
  return (
    <>
      <div className="hidden md:block">
        <Table
          caption="Subscribers"
          columns={columns}
          rows={populated}
          keyOf={({ user }) => user._id}
          rowHeadings
        />
      </div>
      <ul className="grid gap-3 md:hidden" aria-label="Subscribers">
        {populated.map((row) => (
          <li key={row.user._id}>
            <PersonCard person={row.user} onOpen={() => onOpen(row)}>
              {row.planName ?? 'No plan'} {row.period && <PeriodBadge period={row.period} />}
            </PersonCard>
          </li>
        ))}
      </ul>
    </>
  )
}
