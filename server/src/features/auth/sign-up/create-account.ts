import { randomInt } from 'node:crypto'
import {
  addressPlaceholders,
  authRefusals,
  invitationRefusals,
  type SignUpBody,
  type User,
} from '@docketbox/contract'
import { spendInvitation } from '#features/invitations'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isEmailTaken } from '../email/former-addresses.ts'
import { hashPassword } from '../password/hash.ts'
import { assertStrongPassword } from '../password/requirements.ts'
import { presentUser } from '../present.ts'
import * as store from '../user-store.ts'
import { countMailToNewcomer, sendVerification } from './verification.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type SignUpDeps = Pick<Deps, 'config' | 'db' | 'mail' | 'now' | 'publicUrl'>

/**
 * Creates an account and mails a verification link (requirement 7). An administrator's needs an invitation for this
 * address and role.
 */
export async function signUp(deps: SignUpDeps, input: SignUpBody): Promise<User> {
  const { role = 'User', email, password, firstName, lastName, invitation } = input
  const isInvited = role !== 'User' || invitation !== undefined
  if (isInvited && !invitation) throw new Refusal(invitationRefusals.badInvitation)
  const createdAt = deps.now()
  const id = newId()
  // Only an invitation proves that the address is theirs.
  if (await isEmailTaken(deps.db, email, createdAt, isInvited ? id : undefined))
    throw new Refusal(authRefusals.emailTaken)
  assertStrongPassword(password, { ...input, role }, { productName: deps.config.PRODUCT_NAME })
  const passwordHash = await hashPassword(password)
  return inTransaction(deps.db, async (db) => {
    if (isInvited) {
      await spendInvitation(db, invitation, { accountId: id, email, role }, createdAt)
      await store.deleteUnverifiedUser(db, email)
    }
    const row = await insertWithUsername(db, {
      id,
      role,
      firstName,
      lastName,
      email,
      phoneNumber: input.phoneNumber,
      ...withoutPlaceholders(input.address),
      passwordHash,
      createdAt,
    })
    if (!isInvited) await countMailToNewcomer(db, email)
    await sendVerification(deps, db, row, input.returnTo)
    return presentUser(row)
  })
}

/** The form doesn't ask for a street, city or postcode: it sends the state as the street, and placeholders for the rest. */
function withoutPlaceholders(address: SignUpBody['address']): SignUpBody['address'] {
  const { city, zipCode } = addressPlaceholders
  return {
    ...address,
    street: address.street === address.state ? '' : address.street,
    city: address.city === city ? '' : address.city,
    zipCode: address.zipCode === zipCode ? '' : address.zipCode,
  }
}

const noAddress = { street: '', city: '', state: '', zipCode: '', country: 'Australia' }
/** For accounts created without a phone number and an address. */
export const noContactDetails = { phoneNumber: '', ...noAddress }

/** Adds a user with a username derived from their email address. */
export async function insertWithUsername(
  db: Db,
  user: Omit<store.NewUser, 'username'>,
): Promise<store.UserRow> {
  const name = usernameFrom(user.email)
  for (let tries = 0; tries < 20; tries++) {
    const username = tries === 0 ? name : `${name}${randomInt(1000, 1_000_000)}`
    const row = await store.insertUser(db, { ...user, username })
    if (row) return row
    if (await store.findUserByEmail(db, user.email)) throw new Refusal(authRefusals.emailTaken)
  }
  throw new Error('No free username was found.')
}

function usernameFrom(email: string): string {
  const name = email
    .split('@')[0]!
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '')
  return name.slice(0, 30) || 'member'
}
