import { formatIncomeYear, incomeYearLabel, packRefusals, sydneyDay } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { zipBytes } from '#platform/export/zip.ts'
import { type Packed, zipLength } from '#platform/export/zip-format.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { listContents, type StoredFile } from './building/files-store.ts'
import type { StoredPack } from './store.ts'

type DownloadDeps = Pick<Deps, 'config' | 'db' | 'files'>

/**
 * A pack as a zip, which is put together while it's sent.
 * @param options.hasOriginals without them, only the documents are in it.
 * @throws Refusal `packs.notReady`, or `packs.outdated` when one of its receipts was deleted for good.
 */
export async function downloadPack(
  { config, db, files }: DownloadDeps,
  pack: StoredPack,
  { hasOriginals }: { hasOriginals: boolean },
): Promise<OutgoingFile> {
  if (pack.state !== 'ready') throw new Refusal(packRefusals.notReady)
  const contents = await listContents(db, pack, { hasOriginals })
  const originals = contents.filter(({ isOriginal }) => isOriginal)
  if (hasOriginals && originals.length !== pack.files - pack.leftOut) throw new Refusal(packRefusals.outdated)
  const packed = contents.map((file) => packedFile(files, file))
  const year = incomeYearLabel(pack.incomeYear)
  return {
    name: `${config.PRODUCT_NAME} tax pack ${formatIncomeYear(year)}, ${sydneyDay(pack.takenAt!)}.zip`,
    type: 'application/zip',
    sizeBytes: zipLength(packed),
    bytes: zipBytes(packed),
    resume: {
      etag: `"${pack.id}-${hasOriginals ? 'all' : 'documents'}"`,
      from: (range) => zipBytes(packed, range),
    },
  }
}

function packedFile(files: DownloadDeps['files'], { path, sha256, ...file }: StoredFile): Packed {
  return {
    name: path,
    sizeBytes: file.sizeBytes,
    crc32: file.crc32,
    modifiedOn: file.modifiedOn,
    read: (into, start) => files.read(sha256, into, start),
  }
}
