import { profileRefusals } from '@docketbox/contract'
import { pictureOf } from '#features/files'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { parseDraftUri } from '../uris.ts'
import { findUnclaimedDraft } from './drafts-store.ts'

/**
 * Turns an uploaded photo into a profile picture: upright, small enough to show, without the photo's metadata.
 * @returns the SHA-256 of the picture.
 * @throws Refusal when `uri` isn't a photo that the owner uploaded.
 */
export async function profilePictureOf(
  deps: Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'renderer'>,
  ownerId: string,
  uri: string,
): Promise<Buffer> {
  const id = parseDraftUri(uri)
  const draft = id && (await findUnclaimedDraft(deps.db, ownerId, id, deps.now()))
  if (!draft) throw new Refusal(profileRefusals.unknownPicture)
  const picture = draft.type.startsWith('image/') ? await pictureOf(deps, draft) : null
  if (!picture) throw new Refusal(profileRefusals.noPicture)
  return picture
}
