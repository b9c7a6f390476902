import { type SecurityEventKind, securityEvents, sydneyDay } from '@docketbox/contract'
import { findUser } from '#features/auth'
import { findBlob } from '#features/files'
import { type PasskeyRow, secondFactorOf } from '#features/second-factor'
import type { Db } from '#platform/database/database.ts'

/** The owner's data as of a moment, without columns that only the product needs. */
export async function readAccount(db: Db, ownerId: string, at: Date) {
  const user = (await findUser(db, ownerId))!
  const { id, firstName, lastName, email, username, phoneNumber } = user
  const { street, city, state, zipCode, country, createdAt, emailVerifiedAt } = user
  const logsInWithGoogle = user.googleSub !== null
  const { since, hasApp, passkeys } = await secondFactorOf({ db }, ownerId)
  const twoStepLogin = since && { since, hasApp, passkeys: passkeys.map(withoutKey) }
  const person = { id, firstName, lastName, email, username, phoneNumber }
  const address = { street, city, state, zipCode, country }
  const profile = { ...person, ...address, createdAt, emailVerifiedAt, logsInWithGoogle, twoStepLogin }
  const picture = user.pictureSha256 && (await findBlob(db, user.pictureSha256))
  const plans = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['plans.name as plan', 'subscriptions.periodStart', 'subscriptions.periodEnd'])
    .select(['subscriptions.endedAt', 'subscriptions.createdAt'])
    .where('subscriptions.ownerId', '=', ownerId)
    .orderBy('subscriptions.periodStart')
    .orderBy('subscriptions.id')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'expiresAt', 'revokedAt', 'userAgent'])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '<=', at)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return { profile, picture, plans, sessions: sessions.map((session) => withLastDay(session, at)) }
}

/** The download itself updates the time a device was last seen, but not the day. */
function withLastDay<Session extends { lastSeenAt: Date }>({ lastSeenAt, ...session }: Session, at: Date) {
  return { ...session, lastSeenOn: sydneyDay(lastSeenAt < at ? lastSeenAt : at) }
}

function withoutKey({ name, createdAt, lastUsedAt }: PasskeyRow) {
  return { name, createdAt, lastUsedAt }
}

/** The account's history up to a moment, with who acted: the owner, the product or an administrator. */
export async function readActivity(db: Db, ownerId: string, at: Date) {
  const rows = await db
    .selectFrom('auditLog')
    .select(['at', 'action', 'actorId'])
    .where('subjectId', '=', ownerId)
    .where('at', '<=', at)
    .orderBy('id')
    .execute()
  return rows.map(({ at, action, actorId }) => ({
    at,
    action,
    by: actorId === ownerId ? 'you' : actorId === null ? 'the product' : 'an administrator',
  }))
}

/** What happened to the security of the account in the year before a moment, oldest first. */
export async function readSecurityEvents(db: Db, ownerId: string, at: Date) {
  const rows = await db
    .selectFrom('securityEvents')
    .select(['at', 'kind', 'userAgent'])
    .where('ownerId', '=', ownerId)
    .where('at', '<', at)
    .orderBy('id')
    .execute()
  return rows.map(({ at, kind, userAgent }) => ({
    at,
    event: securityEvents[kind as SecurityEventKind],
    userAgent,
  }))
}
