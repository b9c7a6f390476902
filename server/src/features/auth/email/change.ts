import { profileRefusals } from '@docketbox/contract'
import { z } from 'zod'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.ts'
import { emailChangedMail, newAddressMail, oldAddressMail } from './mails.ts'
import { findNewest, issueToken, spendAllTokens, spendToken } from '../one-time-tokens.ts'
import { linkLength } from '../link-lifetimes.ts'
import type { Sessions } from '#features/access'
import { findUser, findUserByEmail, setEmail, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Change = { password?: string | undefined; secondFactor?: string | undefined; email: string }
const UNIQUE_VIOLATION = '23505'
const addresses = z.object({ from: z.string(), to: z.string() })

/** Asks for a new address: its link goes to the new one, a way to stop it to the present one. */
export async function askForEmail(deps: Deps, actor: Actor, { email, ...proof }: Change): Promise<void> {
  const user = await confirmIdentity(deps, actor, proof)
  if (user.email.toLowerCase() === email.toLowerCase()) throw new Refusal(profileRefusals.sameEmail)
  if (await findUserByEmail(deps.db, email)) throw new Refusal(profileRefusals.emailTaken)
  const now = deps.now()
  await inTransaction(deps.db, async (db) => {
    // One change at a time: an earlier link is worth nothing once there is a later one.
    await spendAllTokens(db, user.id, 'change-email', now)
    const payload = { from: user.email, to: email }
    const { changeEmail, keepEmail } = linkLength
    const token = await issueToken(db, user.id, 'change-email', { now, lastsMs: changeEmail, payload })
    const stop = await issueToken(db, user.id, 'keep-email', { now, lastsMs: keepEmail, payload })
    await deps.mail.queue(db, newAddressMail(deps, { ...user, email }, token))
    await deps.mail.queue(db, oldAddressMail(deps, user, { newEmail: email, token: stop }))
  })
}

/** The address that waits for its link to be opened. */
export async function waitingEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<string | null> {
  const found = await findNewest(db, ownerId, 'change-email')
  if (!found || found.usedAt || found.expiresAt <= now()) return null
  return addresses.parse(found.payload).to
}

/** Changes the address, for whoever opened the link that was mailed to it. */
export async function confirmEmail(deps: Deps, token: string): Promise<string> {
  const at = deps.now()
  const change = inTransaction(deps.db, async (db) => {
    const { user, payload } = await spendFor(db, token, 'change-email', at)
    if (user.email !== payload.from) throw new Refusal(profileRefusals.badEmailChange)
    await putEmail(db, user, payload.to, at)
    await spendAllTokens(db, user.id, 'reset-password', at)
    await deps.mail.queue(db, emailChangedMail(deps, { ...user, email: payload.to }, payload))
    await deps.mail.queue(db, emailChangedMail(deps, { ...user, email: payload.from }, payload))
    await audit(db, { at, actorId: user.id, action: 'auth.changeEmail', subjectId: user.id })
    return payload.to
  })
  return change.catch(refuseTaken)
}

/**
 * For whoever reads the old address: calls the change off, or takes it back. Either way somebody knew the password
 * who should not, so every device is logged out.
 */
export async function keepEmail(deps: Deps, sessions: Sessions, token: string): Promise<string> {
  const at = deps.now()
  const change = inTransaction(deps.db, async (db) => {
    const { user, payload } = await spendFor(db, token, 'keep-email', at)
    await spendAllTokens(db, user.id, 'change-email', at)
    await spendAllTokens(db, user.id, 'reset-password', at)
    if (user.email !== payload.from) await putEmail(db, user, payload.from, at)
    await sessions.endAll(db, user.id)
    await audit(db, { at, actorId: user.id, action: 'auth.keepEmail', subjectId: user.id })
    return { id: user.id, email: payload.from }
  })
  const { id, email } = await change.catch(refuseTaken)
  sessions.evict(id)
  return email
}

async function spendFor(
  db: Db,
  token: string,
  purpose: 'change-email' | 'keep-email',
  at: Date,
): Promise<{ user: UserRow; payload: z.infer<typeof addresses> }> {
  const spent = await spendToken(db, token, purpose, at)
  const user = spent && (await findUser(db, spent.ownerId))
  if (!user || user.closedAt) throw new Refusal(profileRefusals.badEmailChange)
  return { user, payload: addresses.parse(spent.payload) }
}

async function putEmail(db: Db, user: UserRow, email: string, at: Date): Promise<void> {
  if (!(await setEmail(db, user.id, email, at))) throw new Refusal(profileRefusals.emailTaken)
}

/** Somebody else took the address in the same moment: the database said so. */
function refuseTaken(thrown: unknown): never {
  const { code } = (thrown instanceof Error ? thrown : {}) as { code?: string }
  throw code === UNIQUE_VIOLATION ? new Refusal(profileRefusals.emailTaken) : thrown
}
