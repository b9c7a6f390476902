import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { Invitations } from '#platform/database/row-types.ts'

export type InvitationRow = Selectable<Invitations>

export function insert(db: Db, row: Omit<InvitationRow, 'usedAt' | 'withdrawnAt'>): Promise<InvitationRow> {
  return db.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Open ones first: the screen shows one page, and only they can be withdrawn. */
export function listPage(
  db: Db,
  now: Date,
  paging: { page: number; limit: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const invitations = db
    .selectFrom('invitations')
    .selectAll()
    .orderBy(
      (eb) => eb.and([eb('usedAt', 'is', null), eb('withdrawnAt', 'is', null), eb('expiresAt', '>', now)]),
      'desc',
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(invitations, paging)
}

export function findForUpdate(db: Db, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findByToken(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

export function setWithdrawn(db: Db, id: string, now: Date): Promise<InvitationRow> {
  return db
    .updateTable('invitations')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lets others who invite the address wait until the transaction `db` ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  const key = `invitations ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** Withdraws the open invitations of an address, so that only its newest one is valid. */
export async function withdrawOpen(db: Db, email: string, now: Date): Promise<void> {
  await withdrawalQuery(db, now)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** Withdraws the open invitations that a suspended administrator sent: they may have invited themselves. */
export async function withdrawInvitationsBy(db: Db, invitedBy: string, now: Date): Promise<void> {
  await withdrawalQuery(db, now).where('invitedBy', '=', invitedBy).execute()
}

function withdrawalQuery(db: Db, now: Date) {
  return db
    .updateTable('invitations')
    .set({ withdrawnAt: now })
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
}

export function spend(
  db: Db,
  tokenHash: Buffer,
  bound: { email: string; role: string },
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .updateTable('invitations')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where(sql`lower(email)`, '=', bound.email.toLowerCase())
    .where('role', '=', bound.role)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function isMember(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    // A user who never verified the address doesn't count.
    .where((user) => user.or([user('emailVerifiedAt', 'is not', null), user('role', '<>', 'User')]))
    .executeTakeFirst()
  return row !== undefined
}
