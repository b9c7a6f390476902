import { profileRefusals } from '@docketbox/contract'
import { findUserByPicture } from '#features/auth'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'

/** The path contains the hash of the picture, so its content never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** @throws Refusal unknownPicture unless it's someone's current picture. */
export async function openAvatar(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  picture: string,
): Promise<OutgoingFile> {
  const sha256 = Buffer.from(picture, 'hex')
  if (!(await findUserByPicture(db, sha256))) throw new Refusal(profileRefusals.unknownPicture)
  return {
    name: 'picture.webp',
    type: 'image/webp',
    bytes: await files.open(sha256),
    disposition: 'inline',
    cacheControl: CACHE_CONTROL,
  }
}
