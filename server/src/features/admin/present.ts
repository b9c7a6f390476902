import type { Role, SubscriberRow } from '@docketbox/contract'
import { periodOf } from './rules.ts'
import type { listAudit } from './audit/store.ts'
import type { PersonRow } from './store.ts'

export function presentPerson(row: PersonRow) {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    username: row.username,
    phoneNumber: row.phoneNumber,
    role: row.role as Role,
    status: statusOf(row),
    isSuspended: row.suspendedAt !== null,
    suspendedReason: row.suspendedReason,
    createdAt: row.createdAt.toISOString(),
  }
}

function statusOf({ closedAt, suspendedAt, emailVerifiedAt }: PersonRow) {
  if (closedAt) return 'closed' as const
  if (suspendedAt) return 'suspended' as const
  return emailVerifiedAt ? ('active' as const) : ('unverified' as const)
}

export function presentSubscriber(
  row: PersonRow,
  { isPopulated, now }: { isPopulated: boolean; now: Date },
): SubscriberRow {
  const { periodStart, periodEnd } = row
  return {
    _id: row.subscriptionId ?? row.id,
    user: isPopulated ? presentPerson(row) : row.id,
    planName: row.planName,
    currentPeriodStart: periodStart?.toISOString() ?? null,
    currentPeriodEnd: periodEnd?.toISOString() ?? null,
    period: periodStart && periodEnd ? periodOf(periodStart, periodEnd, now) : null,
  }
}

type AuditRow = Awaited<ReturnType<typeof listAudit>>['rows'][number]

export function presentAuditRow(row: AuditRow) {
  // Earlier versions logged which years someone shares. Administrators mustn't see that.
  const { years: _, ...details } = row.details as Record<string, string | number | boolean | null>
  return {
    _id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actorId ? { _id: row.actorId, email: row.actorEmail } : null,
    subject: row.subjectId ? { _id: row.subjectId, email: row.subjectEmail } : null,
    shownIn: shownIn(row),
    details,
  }
}

function shownIn({ messageId, lodgementId, alertIntent, alertUser }: AuditRow) {
  if (messageId) return { screen: 'messages' as const, id: messageId }
  if (lodgementId) return { screen: 'lodgements' as const, id: lodgementId }
  if (alertIntent) return { screen: 'payments' as const, id: alertIntent }
  return alertUser ? { screen: 'userPayments' as const, id: alertUser } : null
}
