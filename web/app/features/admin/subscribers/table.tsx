import type { Subscriber, SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { type Column, column, Table } from '#ui/data/table.tsx'
import { PeriodBadge, StatusBadge } from '../people/badges.tsx'
import { PersonButton } from '../people/person-button.tsx'

export type PopulatedRow = SubscriberRow & { user: Subscriber }

type SubscriberTableProps = { rows: readonly SubscriberRow[]; onOpen: (row: PopulatedRow) => void }

export function SubscriberTable({ rows, onOpen }: SubscriberTableProps) {
  const populated = rows.filter((row): row is PopulatedRow => typeof row.user !== 'string')
  const columns: Column<PopulatedRow>[] = [
    column('Subscriber', (row) => <PersonButton person={row.user} onOpen={() => onOpen(row)} />),
    column('Plan', ({ planName }) => planName ?? <span className="text-soft">No plan</span>),
    column('Period', ({ period }) => period && <PeriodBadge period={period} />),
    column(
      'Start',
      ({ currentPeriodStart: at }) => at && <time dateTime={at}>{planDate(at)}</time>,
      'whitespace-nowrap',
    ),
    column(
      'End',
      ({ currentPeriodEnd: at }) => at && <time dateTime={at}>{lastPlanDate(at)}</time>,
      'whitespace-nowrap',
    ),
    column('Status', ({ user }) => <StatusBadge status={user.status} />),
  ]
  return <Table caption="Subscribers" columns={columns} rows={populated} />
}
