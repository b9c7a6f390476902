import { profileRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findWaitingDraft } from './drafts-store.ts'
import { previewsOf } from './previews.ts'
import { draftIdIn } from './rules.ts'

/**
 * The picture made of a photo the caller uploaded: upright, small enough to show, without the metadata of the photo.
 * @returns its content address.
 */
export async function pictureOfDraft(
  deps: Pick<Deps, 'db' | 'files' | 'now' | 'log'>,
  actor: Actor,
  uri: string,
): Promise<Buffer> {
  const id = draftIdIn(uri)
  const draft = id && (await findWaitingDraft(deps.db, actor.id, id, deps.now()))
  if (!draft) throw new Refusal(profileRefusals.unknownPicture)
  if (!draft.type.startsWith('image/')) throw new Refusal(profileRefusals.noPicture)
  const picture = await previewsOf(deps).pageOf(deps, draft.sha256)
  if (!picture) throw new Refusal(profileRefusals.noPicture)
  return picture
}

/**
 * Keeps a picture from being cleaned up until the transaction `db` ends, and so until something refers to it.
 * @throws Refusal when it is gone already.
 */
export async function holdPicture(db: Db, sha256: Buffer): Promise<void> {
  const held = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sha256)
    .forShare()
    .executeTakeFirst()
  if (!held) throw new Refusal(profileRefusals.unknownPicture)
}
