import { type ProfileBody, profileRefusals, type User } from '@docketbox/contract'
import type { Updateable } from 'kysely'
import { findUser, presentUser, updateUser } from '#features/auth'
import { requestDetailsCopy } from '#features/payments'
import { profilePictureOf } from '#features/receipts'
import type { Scope } from '#platform/security/scope.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Users } from '#platform/database/row-types.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** Changes the given fields. */
export async function updateProfile(deps: Deps, scope: Scope, input: ProfileBody): Promise<User> {
  const picture = await resolvePicture(deps, scope, input.picture)
  return inTransaction(deps.db, async (db) => {
    await updateUser(db, scope.ownerId, changesIn(input, picture), deps.now())
    if (input.firstName !== undefined || input.lastName !== undefined)
      await requestDetailsCopy(deps, db, scope.ownerId)
    return presentUser((await findUser(db, scope.ownerId))!)
  }).catch((error: unknown) => {
    // The picture has been deleted in the meantime.
    throw isForeignKeyViolation(error) ? new Refusal(profileRefusals.unknownPicture) : error
  })
}

function changesIn(
  { firstName, lastName, phoneNumber, address }: ProfileBody,
  picture: Buffer | null | undefined,
): Updateable<Users> {
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...address,
    ...(picture !== undefined && { pictureSha256: picture }),
  }
}

/** @returns undefined if the picture stays the same. */
async function resolvePicture(
  deps: Deps,
  scope: Scope,
  uri: string | null | undefined,
): Promise<Buffer | null | undefined> {
  if (uri === undefined || uri === null) return uri
  const user = (await findUser(deps.db, scope.ownerId))!
  return uri === presentUser(user).picture ? undefined : profilePictureOf(deps, scope.ownerId, uri)
}
