import { fullName } from '@docketbox/contract/core/people/full-name'
import { incomeYearLabel, packRefusals, sydneyDay } from '@docketbox/contract'
import { findUser } from '#features/auth'
import type { Deps } from '#platform/config/deps.ts'
import type { Chunks } from '#platform/export/chunks.ts'
import { zipBytes } from '#platform/export/zip.ts'
import { packedFile, zipLength } from '#platform/export/zip-format.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import { listContents } from './building/files-store.ts'
import { replacePack } from './request.ts'
import type { StoredPack } from './store.ts'

type DownloadDeps = Pick<Deps, 'config' | 'db' | 'files' | 'jobs' | 'now'>

/**
 * A pack as a zip, which is put together while it's sent.
 * @param options.hasOriginals without them, only the documents are in it.
 * @throws Refusal `packs.notReady`, `packs.outdated` when one of its receipts was deleted for good, or `packs.damaged` when one
 * of its files couldn't be read in an earlier download.
 */
export async function downloadPack(
  deps: DownloadDeps,
  pack: StoredPack,
  { hasOriginals }: { hasOriginals: boolean },
): Promise<OutgoingFile> {
  const { config, db, files } = deps
  if (pack.state === 'failed' && pack.sizeBytes !== null) throw new Refusal(packRefusals.damaged)
  if (pack.state !== 'ready') throw new Refusal(packRefusals.notReady)
  const contents = await listContents(db, pack, { hasOriginals })
  const originals = contents.filter(({ isOriginal }) => isOriginal)
  if (hasOriginals && originals.length !== pack.files - pack.leftOut) throw new Refusal(packRefusals.outdated)
  const packed = contents.map((file) =>
    packedFile(files, file, { name: file.path, modifiedOn: file.modifiedOn }),
  )
  // Tax agents save the packs of many clients in one folder.
  const owner = fullName((await findUser(db, pack.ownerId))!)
  const title = `${config.PRODUCT_NAME} tax pack ${incomeYearLabel(pack.incomeYear)}`
  return {
    name: `${title}, ${owner}, ${sydneyDay(pack.takenAt!)}.zip`,
    type: 'application/zip',
    sizeBytes: zipLength(packed),
    bytes: replaceIfDamaged(deps, pack, zipBytes(packed)),
    resume: {
      etag: `"${pack.id}-${hasOriginals ? 'all' : 'documents'}"`,
      from: (range) => replaceIfDamaged(deps, pack, zipBytes(packed, range)),
    },
  }
}

/**
 * The bytes of a pack. When one of its files can't be read any more, they end there, because its manifest and its size are
 * fixed, and another pack is made without that file.
 */
async function* replaceIfDamaged(deps: DownloadDeps, pack: StoredPack, bytes: Chunks): Chunks {
  try {
    yield* bytes
  } catch (error) {
    if (isUnreadable(error)) await replacePack(deps, pack)
    throw error
  }
}
