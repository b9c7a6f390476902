import type { Db } from '#platform/database/database.ts'

/** The owner's data, without columns that only the product needs. */
export async function readAccount(db: Db, ownerId: string) {
  const profile = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'username', 'phoneNumber'])
    .select(['street', 'city', 'state', 'zipCode', 'country', 'createdAt', 'emailVerifiedAt'])
    .select((eb) => eb('googleSub', 'is not', null).as('logsInWithGoogle'))
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const picture = await db
    .selectFrom('users')
    .innerJoin('blobs', 'blobs.sha256', 'users.pictureSha256')
    .select(['blobs.sha256', 'blobs.sizeBytes', 'blobs.crc32'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst()
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['plans.name as plan', 'subscriptions.periodStart', 'subscriptions.periodEnd'])
    .select(['subscriptions.endedAt', 'subscriptions.createdAt'])
    .where('subscriptions.ownerId', '=', ownerId)
    .orderBy('subscriptions.periodStart')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'expiresAt', 'revokedAt', 'userAgent'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .execute()
  return { profile, picture, plans, sessions }
}

/** The account's history, with who acted: the owner, the product or an administrator. */
export async function readActivity(db: Db, ownerId: string) {
  const rows = await db
    .selectFrom('auditLog')
    .select(['at', 'action', 'actorId'])
    .where('subjectId', '=', ownerId)
    .orderBy('id')
    .execute()
  return rows.map(({ at, action, actorId }) => ({
    at,
    action,
    by: actorId === ownerId ? 'you' : actorId === null ? 'the product' : 'an administrator',
  }))
}
