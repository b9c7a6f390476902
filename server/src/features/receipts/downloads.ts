import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Parsed, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/route.ts'
import { type Packed, zipBytes, zipLength } from '#platform/export/zip.ts'
import * as store from './downloads-store.ts'
import { findWaitingDraft } from './drafts-store.ts'
import { downloadName, zipName } from './file-names.ts'

type Needs = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/** A file of the caller as it was received, byte for byte. */
export async function downloadFile(
  deps: Needs,
  actor: Actor,
  { id, file, version }: Parsed<typeof receiptEndpoints.download>['query'],
): Promise<OutgoingFile> {
  const found = await store.findStored(deps.db, actor.id, { receiptId: id, fileId: file, version })
  if (!found) throw new Refusal(receiptRefusals.fileNotFound)
  return {
    name: downloadName(found.title, found.type),
    type: found.type,
    sizeBytes: found.sizeBytes,
    bytes: await openChecked(deps, found),
  }
}

/** The bytes of a draft, for whoever comes back to it after a reload. */
export async function downloadDraft(deps: Needs, actor: Actor, id: string): Promise<OutgoingFile> {
  const found = await findWaitingDraft(deps.db, actor.id, id, deps.now())
  if (!found) throw new Refusal(receiptRefusals.draftNotFound)
  const bytes = await deps.files.open(found.sha256)
  return { name: downloadName(found.title, found.type), type: found.type, sizeBytes: found.sizeBytes, bytes }
}

/** Every current file of a category in one zip: its length is known at the start, its bytes are read as it goes. */
export async function downloadCategory(
  { db, files }: Needs,
  actor: Actor,
  { category, user }: Parsed<typeof receiptEndpoints.downloadAll>['query'],
): Promise<OutgoingFile> {
  // Decision 16: nobody else's, and not even whether there is somebody else.
  if (user !== undefined && user !== actor.id) throw new Refusal(receiptRefusals.notFound)
  const name = await store.categoryName(db, category)
  if (name === undefined) throw new Refusal(receiptRefusals.unknownCategory)
  const stored = await store.listStored(db, actor.id, category)
  if (stored.length === 0) throw new Refusal(receiptRefusals.nothingToDownload)
  const packed: Packed[] = stored.map((file) => ({
    name: zipName(name, file),
    sizeBytes: file.sizeBytes,
    crc32: file.crc32,
    modifiedOn: file.capturedOn,
    read: (into, start) => files.read(file.sha256, into, start),
  }))
  return {
    name: `${name}.zip`,
    type: 'application/zip',
    sizeBytes: zipLength(packed),
    bytes: zipBytes(packed),
  }
}

/**
 * Stored bytes that no longer have the checksum they came with must not arrive as if they were whole: the last
 * piece is held back until everything before it was checked.
 */
async function openChecked({ files, log }: Needs, found: store.StoredFile): Promise<Readable> {
  const bytes = await files.open(found.sha256)
  let checksum = 0
  let held: Buffer | undefined
  const checked = new Transform({
    transform(chunk: Buffer, _, done) {
      checksum = crc32(chunk, checksum)
      const ready = held
      held = chunk
      done(null, ready)
    },
    flush(done) {
      if (checksum === found.crc32) return done(null, held)
      log.error({ sha256: found.sha256.toString('hex') }, 'stored bytes have changed')
      return done(new Error('Stored bytes have changed.'))
    },
  })
  bytes.once('error', (error) => checked.destroy(error))
  checked.once('close', () => bytes.destroy())
  return bytes.pipe(checked)
}
