import type { Subscriber, SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { Badge } from '#ui/data/stamp.tsx'

const periodTones = { Active: 'leaf', Incoming: 'sky', Expired: 'plain' } as const

export function PeriodBadge({ period }: { period: NonNullable<SubscriberRow['period']> }) {
  return <Badge tone={periodTones[period]}>{period}</Badge>
}

const statusBadges = {
  active: { tone: 'leaf', label: 'Active' },
  unverified: { tone: 'wattle', label: 'Not verified' },
  suspended: { tone: 'clay', label: 'Suspended' },
  closed: { tone: 'plain', label: 'Closed' },
} as const

export function StatusBadge({ status }: { status: Subscriber['status'] }) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
