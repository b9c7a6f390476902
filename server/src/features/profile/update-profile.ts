import { type ProfileBody, profileRefusals, type User } from '@docketbox/contract'
import type { Updateable } from 'kysely'
import { findUser, presentUser, updateUser } from '#features/auth'
import { profilePictureOf } from '#features/receipts'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Users } from '#platform/database/row-types.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** Changes what was given and leaves the rest as it is. */
export async function updateProfile(deps: Deps, actor: Actor, input: ProfileBody): Promise<User> {
  const picture = await pictureFrom(deps, actor, input.picture)
  return inTransaction(deps.db, async (db) => {
    await updateUser(db, actor.id, changesIn(input, picture), deps.now())
    return presentUser((await findUser(db, actor.id))!)
  }).catch((error: unknown) => {
    // The picture was deleted meanwhile.
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

/** Nothing to change where the picture is the one there is already. */
async function pictureFrom(
  deps: Deps,
  actor: Actor,
  uri: string | null | undefined,
): Promise<Buffer | null | undefined> {
  if (uri === undefined || uri === null) return uri
  const user = (await findUser(deps.db, actor.id))!
  return uri === presentUser(user).picture ? undefined : profilePictureOf(deps, actor.id, uri)
}
