import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type EndingTrial = { email: string; firstName: string; periodEnd: Date; nextStartsAt: Date | null }

/**
 * Marks trials that end within a time span as reminded. Those of suspended or closed accounts, and of users who have paid
 * for what follows or whose bank is about to, need no reminder unless that changes.
 * @returns each with the start of the months they've paid for after a gap.
 */
export function claimEndingTrials(
  db: Db,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<EndingTrial[]> {
  return db
    .with('ending', (cte) =>
      cte
        .selectFrom('subscriptions as trial')
        .innerJoin('users', 'users.id', 'trial.ownerId')
        .select('trial.id')
        .where('trial.kind', '=', 'trial')
        .where('trial.remindedAt', 'is', null)
        .where('trial.endedAt', 'is', null)
        .where('trial.periodEnd', '>', after)
        .where('trial.periodEnd', '<=', until)
        .where('users.suspendedAt', 'is', null)
        .where('users.closedAt', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('subscriptions as other')
                .select('other.id')
                .whereRef('other.ownerId', '=', 'trial.ownerId')
                .where('other.kind', '!=', 'trial')
                .where('other.endedAt', 'is', null)
                .where('other.periodEnd', '>', after)
                .whereRef('other.periodStart', '<=', 'trial.periodEnd')
                .where((paid) =>
                  paid.or([
                    paid('other.periodEnd', '>', paid.ref('trial.periodEnd')),
                    paid.and([paid('other.kind', '=', 'recurring'), paid.not('other.cancelsAtPeriodEnd')]),
                  ]),
                ),
            ),
          ),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('payments')
                .select('payments.id')
                .whereRef('payments.ownerId', '=', 'trial.ownerId')
                .where('payments.status', '=', 'open')
                .where('payments.isLive', '=', false)
                .where(
                  sql<boolean>`coalesce(payments.months[1]::timestamp at time zone 'Australia/Sydney' <= trial.period_end, true)`,
                ),
            ),
          ),
        )
        .limit(limit)
        .forUpdate('trial')
        .skipLocked(),
    )
    .with('marked', (cte) =>
      cte
        .updateTable('subscriptions')
        .set({ remindedAt: after })
        .where('id', 'in', (eb) => eb.selectFrom('ending').select('id'))
        .returning(['ownerId', 'periodEnd']),
    )
    .selectFrom('marked')
    .innerJoin('users', 'users.id', 'marked.ownerId')
    .select(['users.email', 'users.firstName', 'marked.periodEnd'])
    .select((eb) =>
      eb
        .selectFrom('subscriptions as next')
        .select((next) => next.fn.min('next.periodStart').as('startsAt'))
        .whereRef('next.ownerId', '=', 'marked.ownerId')
        .where('next.kind', '=', 'month')
        .where('next.endedAt', 'is', null)
        .whereRef('next.periodStart', '>', 'marked.periodEnd')
        .as('nextStartsAt'),
    )
    .execute()
}
