import type { Subscriber, SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { type Column, Table } from '#ui/data/table.tsx'
import { PeriodBadge, StatusBadge } from '../people/badges.tsx'
import { PersonButton } from '../people/person-button.tsx'

export type PopulatedRow = SubscriberRow & { user: Subscriber }

type SubscriberTableProps = { rows: readonly SubscriberRow[]; onOpen: (row: PopulatedRow) => void }

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
  return <Table caption="Subscribers" columns={columns} rows={populated} />
}
