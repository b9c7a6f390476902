import type { Db } from '#platform/database/database.ts'

type EndingTrial = { email: string; firstName: string; periodEnd: Date }

/**
 * Marks trials that end within a time span as reminded. Those of suspended or closed accounts, and of users who pay
 * already or whose bank is about to, need no reminder unless that changes.
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
                .where('other.periodEnd', '>', after),
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
                .where('payments.isLive', '=', false),
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
    .execute()
}
