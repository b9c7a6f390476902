import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DB, PaymentAlerts } from '#platform/database/row-types.ts'

const MAX_SHOWN = 100

const UNKNOWN_BUYER = 'An unknown or deleted account'

export function describeBuyer({ buyerEmail }: { buyerEmail: string }): string {
  return buyerEmail || UNKNOWN_BUYER
}

/** @returns whether it's news: no open alert about this says the same thing. */
export async function raise(
  db: Db,
  { at, ...alert }: Omit<Insertable<PaymentAlerts>, 'raisedAt' | 'lastRaisedAt'> & { at: Date },
): Promise<boolean> {
  const open = await db
    .selectFrom('paymentAlerts')
    .select('message')
    .where('kind', '=', alert.kind)
    .where('subject', '=', alert.subject)
    .where('dismissedAt', 'is', null)
    .executeTakeFirst()
  const { times } = await db
    .insertInto('paymentAlerts')
    .values({ ...alert, raisedAt: at, lastRaisedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('dismissedAt', 'is', null)
        .doUpdateSet({ times: sql`payment_alerts.times + 1`, message: alert.message, lastRaisedAt: at }),
    )
    .returning('times')
    .executeTakeFirstOrThrow()
  return times === 1 || (open !== undefined && open.message !== alert.message)
}

export async function wasRaised(db: Db, kind: string, subject: string): Promise<boolean> {
  const alert = await db
    .selectFrom('paymentAlerts')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return alert !== undefined
}

export function listOpen(db: Db) {
  return (
    db
      .selectFrom('paymentAlerts')
      .leftJoin('payments', 'payments.providerIntentId', 'paymentAlerts.aboutIntent')
      .select(['paymentAlerts.id', 'times', 'raisedAt', 'lastRaisedAt'])
      // We may have learnt since whose payment it is.
      .select(
        sql<string>`replace(message, ${UNKNOWN_BUYER}, coalesce(nullif(buyer_email, ''), ${UNKNOWN_BUYER}))`.as(
          'message',
        ),
      )
      // Stripe's account may have other payments than ours.
      .select(['payments.providerIntentId as payment', 'aboutUser as user'])
      .where('dismissedAt', 'is', null)
      .where((eb) => eb.not(eb.and([eb('paymentAlerts.kind', '=', 'creditLeft'), hasReopened(eb)])))
      .orderBy('lastRaisedAt', 'desc')
      .orderBy('paymentAlerts.id', 'desc')
      .limit(MAX_SHOWN)
      .execute()
  )
}

/** Whether the user an alert is about has reopened their account. */
function hasReopened(eb: ExpressionBuilder<DB, 'paymentAlerts'>) {
  return eb.exists(
    eb
      .selectFrom('users')
      .select('users.id')
      .whereRef('users.id', '=', 'paymentAlerts.aboutUser')
      .where('purgeAt', 'is', null),
  )
}

/** Removes a user's current and earlier addresses from alerts about them and their payments, and deletes dismissed ones. */
export async function anonymiseAlerts(db: Db, ownerId: string): Promise<void> {
  const intents = db.selectFrom('payments').select('providerIntentId').where('ownerId', '=', ownerId)
  const isAbout = (eb: ExpressionBuilder<DB, 'paymentAlerts'>) =>
    eb.or([eb('aboutUser', '=', ownerId), eb('aboutIntent', 'in', intents)])
  await db.deleteFrom('paymentAlerts').where(isAbout).where('dismissedAt', 'is not', null).execute()
  await db
    .updateTable('paymentAlerts')
    .set({ message: sql`regexp_replace(message, '[^[:space:]]+@[^[:space:]:,]+', 'A deleted account')` })
    .where(isAbout)
    .execute()
}

/** Ends the open alert about something that has since been done. */
export async function resolveAlert(
  db: Db,
  { kind, subject }: { kind: string; subject: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('paymentAlerts')
    .set({ dismissedAt: at })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('dismissedAt', 'is', null)
    .execute()
}

/** Reopens a dismissed alert, unless another one about the same problem is open. @returns what it's about, if it was. */
export function reopen(db: Db, id: string): Promise<{ kind: string; subject: string } | undefined> {
  return db
    .updateTable('paymentAlerts')
    .set({ dismissedAt: null })
    .where('id', '=', id)
    .where('dismissedAt', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('paymentAlerts as open')
            .select('open.id')
            .whereRef('open.kind', '=', 'paymentAlerts.kind')
            .whereRef('open.subject', '=', 'paymentAlerts.subject')
            .where('open.dismissedAt', 'is', null),
        ),
      ),
    )
    .returning(['kind', 'subject'])
    .executeTakeFirst()
}

export async function exists(db: Db, id: string): Promise<boolean> {
  const alert = await db.selectFrom('paymentAlerts').select('id').where('id', '=', id).executeTakeFirst()
  return alert !== undefined
}

export function dismiss(
  db: Db,
  id: string,
  at: Date,
): Promise<{ kind: string; subject: string } | undefined> {
  return db
    .updateTable('paymentAlerts')
    .set({ dismissedAt: at })
    .where('id', '=', id)
    .where('dismissedAt', 'is', null)
    .returning(['kind', 'subject'])
    .executeTakeFirst()
}
