import { type Invitation, invitationRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { pageOf } from '#platform/database/queries/page.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { invitationMail } from './mails.ts'
import { INVITATION_MS, statusOf } from './rules.ts'
import * as store from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type InvitationDeps = Pick<Deps, 'db' | 'now'>
type InviteDeps = InvitationDeps & Pick<Deps, 'config' | 'mail' | 'publicUrl'>
type Invitee = { email: string; role: Invitation['role'] }

/** Mails an invitation and withdraws earlier ones for the address. */
export async function invite(deps: InviteDeps, actor: Actor, { email, role }: Invitee): Promise<Invitation> {
  const at = deps.now()
  const token = newToken()
  const row = await inTransaction(deps.db, async (db) => {
    // Of invitations sent at the same moment, only the last stays open.
    await store.lockAddress(db, email)
    if (await store.isMember(db, email)) throw new Refusal(invitationRefusals.alreadyMember)
    await store.withdrawOpen(db, email, at)
    const row = await store.insert(db, {
      id: newId(),
      tokenHash: hashToken(token),
      email,
      role,
      invitedBy: actor.id,
      createdAt: at,
      expiresAt: new Date(at.getTime() + INVITATION_MS),
    })
    await deps.mail.queue(db, invitationMail(deps, { email, role, token }))
    const details = { role }
    await audit(db, { at, actorId: actor.id, action: 'invitations.create', subjectId: row.id, details })
    return row
  })
  return present(row, at)
}

export async function listInvitations(
  { db, now }: InvitationDeps,
  { page, limit }: { page: number; limit: number },
) {
  const at = now()
  const { rows, total } = await store.listPage(db, at, { page, limit })
  const docs = rows.map((row) => present(row, at))
  return pageOf(docs, { page, limit }, total)
}

export function withdraw({ db, now }: InvitationDeps, actor: Actor, id: string): Promise<Invitation> {
  return inTransaction(db, async (db) => {
    const at = now()
    const row = await store.findForUpdate(db, id)
    if (!row) throw new Refusal(invitationRefusals.notFound)
    const status = statusOf(row, at)
    // A repeated request, or two administrators withdrew it.
    if (status === 'withdrawn') return present(row, at)
    if (status !== 'open') throw new Refusal(invitationRefusals.notOpen)
    const withdrawn = await store.setWithdrawn(db, id, at)
    const details = { role: row.role }
    await audit(db, { at, actorId: actor.id, action: 'invitations.withdraw', subjectId: id, details })
    return present(withdrawn, at)
  })
}

export async function openInvitation({ db, now }: InvitationDeps, token: string) {
  const row = await store.findByToken(db, hashToken(token))
  if (!row || statusOf(row, now()) !== 'open') throw new Refusal(invitationRefusals.badInvitation)
  const { email, role, expiresAt } = present(row, now())
  return { email, role, expiresAt }
}

/**
 * Uses an invitation, as part of the transaction `db` that creates the account.
 * @throws Refusal 403 unless it is open and for exactly this address and role.
 */
export async function spendInvitation(
  db: Db,
  token: string | undefined,
  { accountId, ...bound }: { accountId: string; email: string; role: string },
  now: Date,
): Promise<void> {
  const row = token === undefined ? undefined : await store.spend(db, hashToken(token), bound, now)
  if (!row) throw new Refusal(invitationRefusals.badInvitation)
  const details = { role: row.role, invitation: row.id }
  await audit(db, {
    at: now,
    actorId: accountId,
    action: 'invitations.accept',
    subjectId: accountId,
    details,
  })
}

function present(row: store.InvitationRow, now: Date): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role as Invitation['role'],
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
