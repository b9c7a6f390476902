import { lastDayOf, type MonthName, type OfferedMonth, sydneyDay } from '@docketbox/contract'
import { accessUntil, listAccessPeriods } from '#features/subscriptions'
import type { Scope } from '#platform/security/scope.ts'
import { findCustomer } from '../customers/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Month, nextMonths } from './calendar.ts'
import { listReservedMonths } from './store.ts'

type Period = {
  kind: string
  periodStart: Date
  periodEnd: Date
  endedAt: Date | null
  cancelsAtPeriodEnd: boolean
  isRenewalPending: boolean
  activeUntil: Date | null
}
type NamedPeriod = Period & { planName: string }

/** The months of the picker, and which of the chosen ones can't be bought. */
export async function listAvailableMonths(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
  chosen: readonly MonthName[],
): Promise<{ overlapped: MonthName[]; months: OfferedMonth[]; isRenewing: boolean; creditCents: number }> {
  const now = deps.now()
  const offered = nextMonths(now)
  const [reserved, periods, customer] = await Promise.all([
    listReservedMonths(deps.db, ownerId),
    listAccessPeriods(deps.db, ownerId),
    findCustomer(deps.db, ownerId),
  ])
  const taken = takenMonths(offered, reserved, periods, now)
  const isRenewing = hasRenewingPlan(periods, now)
  return {
    creditCents: customer?.creditCents ?? 0,
    isRenewing,
    overlapped: offered
      .filter(({ name, first }) => chosen.includes(name) && taken.has(first))
      .map(({ name }) => name),
    months: offered.map((month) => ({
      ...presentMonth(month, taken.has(month.first), now),
      covered: isRenewing || reserved.includes(month.first) ? null : coveredPart(month, periods, now),
    })),
  }
}

/** The first dates of months that this user can't buy. */
export async function findTakenMonths(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  ownerId: string,
  offered: readonly Month[],
): Promise<Set<string>> {
  const [reserved, periods] = await Promise.all([
    listReservedMonths(db, ownerId),
    listAccessPeriods(db, ownerId),
  ])
  return takenMonths(offered, reserved, periods, now())
}

/**
 * The months that can't be bought (requirement 36): those paid for or being paid for, those a running trial or plan
 * covers in full, the current one if today is covered, and all of them while a subscription renews, even if that payment
 * is due.
 */
export function takenMonths(
  offered: readonly Month[],
  reserved: readonly string[],
  periods: readonly Period[],
  now: Date,
): Set<string> {
  const running = runningAt(periods, now)
  const isRenewing = hasRenewingPlan(periods, now)
  const isCovered = ({ start, end }: Month) =>
    running.some((period) =>
      start <= now ? period.periodStart <= now : period.periodStart <= start && end <= coveredUntil(period),
    )
  const taken = offered.filter((month) => isRenewing || reserved.includes(month.first) || isCovered(month))
  return new Set(taken.map(({ first }) => first))
}

export function hasRenewingPlan(periods: readonly Period[], now: Date): boolean {
  return runningAt(periods, now).some(
    ({ kind, cancelsAtPeriodEnd }) => kind === 'recurring' && !cancelsAtPeriodEnd,
  )
}

function runningAt<P extends Period>(periods: readonly P[], now: Date): P[] {
  return periods.filter((period) => period.endedAt === null && accessUntil(period) > now)
}

/**
 * The part at the start of a month, or from today on, that a user already has, for example with their trial. The month costs
 * the full price.
 */
export function coveredPart(
  { start, end, last }: Month,
  periods: readonly NamedPeriod[],
  now: Date,
): OfferedMonth['covered'] {
  const from = new Date(Math.max(+start, +now))
  const [longest] = runningAt(periods, now)
    .map((period) => ({ ...period, until: coveredUntil(period) }))
    .filter(({ periodStart, until }) => periodStart <= from && until > from)
    .toSorted((a, b) => +b.until - +a.until)
  if (!longest || longest.until >= end) return null
  const until = lastDayOf(longest.until)
  // From the next day on, nothing of a month that has begun could be bought.
  return start <= now && until === last ? null : { planName: longest.planName, until }
}

/** The end of what's paid for, or about to be: a bank debit for the next period may be pending. */
function coveredUntil({ periodEnd, isRenewalPending, activeUntil }: Period): Date {
  return isRenewalPending && activeUntil ? activeUntil : periodEnd
}

function presentMonth(
  { name, first, last, start }: Month,
  isTaken: boolean,
  now: Date,
): Omit<OfferedMonth, 'covered'> {
  const firstDay = start < now ? sydneyDay(now) : first
  return {
    month: name,
    year: Number(first.slice(0, 4)),
    isTaken,
    startsOn: first,
    endsOn: last,
    daysLeft: Number(last.slice(-2)) - Number(firstDay.slice(-2)) + 1,
  }
}
