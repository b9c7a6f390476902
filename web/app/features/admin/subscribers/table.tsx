import type { Subscriber, SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { Moment } from '#ui/data/moment.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { fullName, PeriodMark, StatusMark } from '../people/badges.tsx'

type Populated = SubscriberRow & { user: Subscriber }

type SubscriberTableProps = { rows: readonly SubscriberRow[]; onOpen: (row: Populated) => void }

/** Subscribers as a table, or as cards where there is no room for one. */
export function SubscriberTable({ rows, onOpen }: SubscriberTableProps) {
  const people = rows.filter((row): row is Populated => typeof row.user !== 'string')
  const columns: Column<Populated>[] = [
    { heading: 'Subscriber', cell: (row) => <PersonButton row={row} onOpen={onOpen} /> },
    { heading: 'Plan', cell: ({ planName }) => planName ?? <span className="text-soft">No plan</span> },
    { heading: 'Period', cell: ({ period }) => period && <PeriodMark period={period} /> },
    {
      heading: 'Start',
      cell: ({ currentPeriodStart: at }) => at && <Moment at={at} />,
      className: 'whitespace-nowrap',
    },
    {
      heading: 'End',
      cell: ({ currentPeriodEnd: at }) => at && <Moment at={at} />,
      className: 'whitespace-nowrap',
    },
    { heading: 'Status', cell: ({ user }) => <StatusMark status={user.status} /> },
  ]
  return (
    <>
      <div className="hidden md:block">
        <Table
          caption="Subscribers"
          columns={columns}
          rows={people}
          keyOf={({ user }) => user._id}
          rowHeadings
        />
      </div>
      <ul className="grid gap-3 md:hidden" aria-label="Subscribers">
        {people.map((row) => (
          <li key={row.user._id}>
            <PersonCard row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowProps = { row: Populated; onOpen: (row: Populated) => void }

function PersonButton({ row, onOpen }: RowProps) {
  return (
    <button type="button" onClick={() => onOpen(row)} className="grid min-h-11 content-center text-left">
      <span className="font-semibold text-leaf-deep hover:underline">{fullName(row.user)}</span>
      <span className="text-sm break-all text-soft">{row.user.email}</span>
    </button>
  )
}

function PersonCard({ row, onOpen }: RowProps) {
  const { user, planName, period } = row
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="grid w-full gap-1 rounded-lg border border-line bg-sheet p-4 text-left shadow-sheet"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="font-semibold">{fullName(user)}</span>
        <StatusMark status={user.status} />
      </span>
      <span className="text-sm break-all text-soft">{user.email}</span>
      <span className="mt-1 flex items-center gap-2 text-sm">
        {planName ?? 'No plan'} {period && <PeriodMark period={period} />}
      </span>
    </button>
  )
}
