import { profileRefusals } from '@docketbox/contract'
import { z } from 'zod'
import type { Actor } from '#platform/security/actor.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Db } from '#platform/database/database.ts'
import { isUniqueViolation } from '#platform/database/errors.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.ts'
import { findFirstRequest, isEmailTaken } from './former-addresses.ts'
import { emailChangedMail, emailRestoredMail, newAddressMail, oldAddressMail } from './mails.ts'
import { findNewest, findToken, issueToken, spendAllTokens, spendToken } from '../one-time-tokens.ts'
import { linkLength } from '../link-lifetimes.ts'
import { assertLoggedIn, type Sessions } from '#features/sessions'
import { deleteUnverifiedUser, findUser, lockUser, updateUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type EmailRequest = { password?: string | undefined; secondFactor?: string | undefined; email: string }
/** `sessionId` is the session that requested the change, which doesn't end. */
const emailChange = z.object({ from: z.string(), to: z.string(), sessionId: z.string().optional() })
type EmailChange = z.infer<typeof emailChange>

/** Requests a new address. A link to confirm goes to the new one, a link to stop it to the current one. */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  { email, ...credentials }: EmailRequest,
): Promise<void> {
  const now = deps.now()
  const { email: currentEmail } = (await findUser(deps.db, actor.id))!
  // Before confirming the identity, which uses up a code.
  if (currentEmail.toLowerCase() === email.toLowerCase()) throw new Refusal(profileRefusals.sameEmail)
  if (await isEmailTaken(deps.db, email, now, actor.id)) throw new Refusal(profileRefusals.emailTaken)
  const user = await confirmIdentity(deps, actor, credentials)
  if (!(await tryCountMailTo(deps, email, { enteredBy: 'user' })))
    throw new Refusal(profileRefusals.addressMailedOften)
  await inTransaction(deps.db, async (db) => {
    // Its owner may have logged this device out since it proved who it is.
    await assertLoggedIn(db, actor)
    // One change at a time: a new link replaces the previous one.
    await spendAllTokens(db, user.id, 'change-email', now)
    const payload = { from: user.email, to: email, sessionId: actor.sessionId }
    const { changeEmail, keepEmail } = linkLength
    const token = await issueToken(db, user.id, 'change-email', { now, lastsMs: changeEmail, payload })
    const stop = await issueToken(db, user.id, 'keep-email', { now, lastsMs: keepEmail, payload })
    await deps.mail.queue(db, newAddressMail(deps, { ...user, email }, token))
    await deps.mail.queue(db, oldAddressMail(deps, user, { newEmail: email, token: stop }))
  })
}

/** Cancels a change whose link hasn't been opened yet. */
export function cancelEmailChange(db: Db, ownerId: string, at: Date): Promise<void> {
  return spendAllTokens(db, ownerId, 'change-email', at)
}

/**
 * Cancels a change at its owner's request.
 * @throws Refusal emailAlreadyChanged if its link was opened first.
 */
export async function cancelOwnEmailChange(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: Actor,
): Promise<void> {
  await cancelEmailChange(db, id, now())
  const newest = await findNewest(db, id, 'change-email')
  const user = await findUser(db, id)
  if (newest && emailChange.parse(newest.payload).to === user?.email)
    throw new Refusal(profileRefusals.emailAlreadyChanged)
}

/** @returns the new address that hasn't been confirmed yet, or null. */
export async function findPendingEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<string | null> {
  const token = await findNewest(db, ownerId, 'change-email')
  if (!token || token.usedAt || token.expiresAt <= now()) return null
  return emailChange.parse(token.payload).to
}

type EmailConfirmation<Reason> = {
  token: string
  userAgent: string
  /** Runs in the transaction that changes the address. */
  onChange: (db: Db, ownerId: string, reason: Reason) => Promise<void>
}

/**
 * Changes the address with the token mailed to it, and ends every session but the one that requested it (requirement 47).
 * @returns whose it is, with the new address.
 * @throws Refusal badEmailChange or emailTaken
 */
export async function confirmEmail(
  deps: Deps,
  sessions: Sessions,
  { token, userAgent, onChange }: EmailConfirmation<{ formerEmail: string }>,
): Promise<{ id: string; email: string }> {
  const at = deps.now()
  const change = inTransaction(deps.db, async (db) => {
    const { user, payload, isRepeated } = await spendEmailToken(db, token, 'change-email', at)
    if (isRepeated) return { id: user.id, email: user.email }
    if (user.email !== payload.from) throw new Refusal(profileRefusals.badEmailChange)
    await saveEmail(db, user, payload.to, at)
    await onChange(db, user.id, { formerEmail: payload.from })
    await spendAllTokens(db, user.id, 'reset-password', at)
    if (payload.sessionId) await sessions.endOthers(db, { id: user.id, sessionId: payload.sessionId })
    else await sessions.endAll(db, user.id)
    const addresses = { from: payload.from, to: payload.to, hadGoogle: user.googleSub !== null }
    for (const email of [payload.to, payload.from])
      await deps.mail.queue(db, emailChangedMail(deps, { ...user, email }, addresses))
    await audit(db, { at, actorId: user.id, action: 'auth.changeEmail', subjectId: user.id })
    await recordEvent(deps, db, { ownerId: user.id, kind: 'emailChanged', userAgent })
    return { id: user.id, email: payload.to }
  })
  const changed = await change.catch(rethrowTaken)
  sessions.evict(changed.id)
  return changed
}

/**
 * Cancels or reverts a change with the token mailed to the old address. Someone else knew the password, so it's removed
 * and every session ends. Unless the link is repeated, `thiefSince` is when they may have got into the account.
 * @returns the old address.
 * @throws Refusal badEmailChange or emailTaken
 */
export async function keepEmail(
  deps: Deps,
  sessions: Sessions,
  { token, userAgent, onChange }: EmailConfirmation<{ thiefSince: Date | undefined }>,
): Promise<string> {
  const at = deps.now()
  const change = inTransaction(deps.db, async (db) => {
    const { user, payload, createdAt, isRepeated } = await spendEmailToken(db, token, 'keep-email', at)
    if (user.email !== payload.from) await restoreEmail(deps, db, user, { email: payload.from, at })
    const keeper = { id: user.id, email: payload.from }
    const thiefSince = isRepeated ? undefined : await findFirstRequest(db, keeper, createdAt)
    await onChange(db, user.id, { thiefSince })
    // Or a thief who knows it would be back before its owner has chosen a new one.
    if (!isRepeated) await updateUser(db, user.id, { passwordHash: null }, at)
    await sessions.endAll(db, user.id)
    // Requests made in the sessions that have just ended.
    for (const purpose of ['change-email', 'reset-password'] as const)
      await spendAllTokens(db, user.id, purpose, at)
    // Links to keep an address made since belong to the thief, unless a thief repeats an old one. The thief's mustn't
    // invalidate the owner's.
    if (!isRepeated) await spendAllTokens(db, user.id, 'keep-email', at, thiefSince)
    await audit(db, { at, actorId: user.id, action: 'auth.keepEmail', subjectId: user.id })
    await recordEvent(deps, db, { ownerId: user.id, kind: 'emailKept', userAgent })
    return { id: user.id, email: payload.from }
  })
  const { id, email } = await change.catch(rethrowTaken)
  sessions.evict(id)
  return email
}

/**
 * A used token still works while the account has the address that it's for: the first answer may have been lost.
 * @throws Refusal badEmailChange
 */
async function spendEmailToken(
  db: Db,
  token: string,
  purpose: 'change-email' | 'keep-email',
  at: Date,
): Promise<{ user: UserRow; payload: EmailChange; createdAt: Date; isRepeated: boolean }> {
  const spent = await spendToken(db, token, purpose, at)
  const link = spent ?? (await findToken(db, token, purpose))
  // Or a change that's being confirmed at the same moment would be kept.
  const user = link && (await lockUser(db, link.ownerId))
  // A thief who closed the account can't keep its owner from taking it back.
  if (!user || (user.closedAt && purpose === 'change-email'))
    throw new Refusal(profileRefusals.badEmailChange)
  const payload = emailChange.parse(link.payload)
  const isRepeated = spent === undefined
  const isDone = user.email === (purpose === 'keep-email' ? payload.from : payload.to)
  if (isRepeated && !(isDone && link.expiresAt > at)) throw new Refusal(profileRefusals.badEmailChange)
  return { user, payload, createdAt: link.createdAt, isRepeated }
}

async function restoreEmail(
  deps: Deps,
  db: Db,
  user: UserRow,
  { email, at }: { email: string; at: Date },
): Promise<void> {
  await saveEmail(db, user, email, at)
  const addresses = { from: user.email, to: email, hadGoogle: user.googleSub !== null }
  for (const to of [email, user.email])
    await deps.mail.queue(db, emailRestoredMail(deps, { ...user, email: to }, addresses))
}

async function saveEmail(db: Db, user: UserRow, email: string, at: Date): Promise<void> {
  if (await isEmailTaken(db, email, at, user.id)) throw new Refusal(profileRefusals.emailTaken)
  await deleteUnverifiedUser(db, email)
  // The Google account of the previous address is unlinked, and logins begun with it end.
  await updateUser(db, user.id, { email, emailVerifiedAt: at, googleSub: null }, at)
  await spendAllTokens(db, user.id, 'sign-in', at)
}

/** Another account took the address at the same moment. */
function rethrowTaken(thrown: unknown): never {
  throw isUniqueViolation(thrown) ? new Refusal(profileRefusals.emailTaken) : thrown
}
