import type { Db } from '#platform/database/database.ts'

type EndingTrial = { email: string; firstName: string; periodEnd: Date; needsReminder: boolean }

/** Marks trials that end within a time span as reminded. Suspended or closed accounts and users who pay already need no reminder. */
export function claimEndingTrials(
  db: Db,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<EndingTrial[]> {
  return db
    .with('ending', (cte) =>
      cte
        .selectFrom('subscriptions')
        .select('id')
        .where('kind', '=', 'trial')
        .where('remindedAt', 'is', null)
        .where('endedAt', 'is', null)
        .where('periodEnd', '>', after)
        .where('periodEnd', '<=', until)
        .limit(limit)
        .forUpdate()
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
    .select((eb) => [
      'users.email',
      'users.firstName',
      'marked.periodEnd',
      eb
        .and([
          eb('users.suspendedAt', 'is', null),
          eb('users.closedAt', 'is', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('subscriptions as other')
                .select('other.id')
                .whereRef('other.ownerId', '=', 'marked.ownerId')
                .where('other.kind', '!=', 'trial')
                .where('other.endedAt', 'is', null)
                .where('other.periodEnd', '>', after),
            ),
          ),
        ])
        .$castTo<boolean>()
        .as('needsReminder'),
    ])
    .execute()
}
