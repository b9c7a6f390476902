import { email, type GoogleProblem, personName } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Identity } from '#platform/security/identity-provider.ts'
import { newId } from '#platform/database/ids.ts'
import { isEmailTaken, mailSecurityChange } from '../email/former-addresses.ts'
import { googleLinkedMail } from './mails.ts'
import { insertWithUsername, noContactDetails } from '../sign-up/create-account.ts'
import * as store from '../user-store.ts'

/** Google confirmed who they are, but they can't log in this way. */
export class GoogleRefused extends Error {
  override name = 'GoogleRefused'
  readonly problem: GoogleProblem
  constructor(problem: GoogleProblem) {
    super(`A sign-in with Google was refused: ${problem}`)
    this.problem = problem
  }
}

/**
 * Finds the account of a Google identity (requirement 12): the one linked by `sub`, or the one with its verified email,
 * which is then linked. Otherwise creates a User's.
 * @throws GoogleRefused
 */
export async function accountOf(deps: Deps, db: Db, identity: Identity): Promise<store.UserRow> {
  const linked = await store.findUserByGoogle(db, identity.sub)
  if (linked) return assertAdmitted(linked)
  if (!identity.isEmailVerified) throw new GoogleRefused('unverified')
  const owner = await store.findUserByEmail(db, identity.email)
  return owner ? link(deps, db, assertAdmitted(owner), identity) : open(deps, db, identity)
}

function assertAdmitted(user: store.UserRow): store.UserRow {
  if (user.role !== 'User') throw new GoogleRefused('administrator')
  if (user.suspendedAt) throw new GoogleRefused('suspended')
  return user
}

async function link(deps: Deps, db: Db, user: store.UserRow, { sub }: Identity): Promise<store.UserRow> {
  if (user.googleSub) throw new GoogleRefused('otherAccount')
  const at = deps.now()
  // The address was never verified, so someone else may have set this password.
  const change = user.emailVerifiedAt
    ? { googleSub: sub }
    : { googleSub: sub, emailVerifiedAt: at, passwordHash: null }
  await store.updateUser(db, user.id, change, at)
  const isPasswordRemoved = user.passwordHash !== null && user.emailVerifiedAt === null
  await mailSecurityChange(deps, db, user, googleLinkedMail(deps, user, { isPasswordRemoved }))
  return { ...user, ...change }
}

async function open(deps: Deps, db: Db, identity: Identity): Promise<store.UserRow> {
  // Whatever queues an email, such as closing the account, would fail.
  if (!email.safeParse(identity.email).success) throw new GoogleRefused('unusableAddress')
  const at = deps.now()
  if (await isEmailTaken(db, identity.email, at)) throw new GoogleRefused('emailChanged')
  const row = await insertWithUsername(db, {
    id: newId(),
    role: 'User',
    firstName: cleanName(identity.givenName) || nameFrom(identity.email) || 'Member',
    lastName: cleanName(identity.familyName),
    email: identity.email,
    ...noContactDetails,
    passwordHash: null,
    createdAt: at,
  })
  const change = { googleSub: identity.sub, emailVerifiedAt: at }
  await store.updateUser(db, row.id, change, at)
  return { ...row, ...change }
}

/** Google doesn't restrict what people enter as their names. @returns nothing if it isn't a name. */
function cleanName(text: string): string {
  return personName.safeParse(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')).data ?? ''
}

function nameFrom(email: string): string {
  return cleanName(email.split('@')[0]!.replaceAll(/[^\p{L}\p{M}]+/gu, ' '))
}
