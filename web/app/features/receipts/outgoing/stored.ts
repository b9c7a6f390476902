import { type DraftEdit, draftEdit } from '@docketbox/contract/receipts/facts'
import { z } from 'zod'
import { forgetKept, keepUpload, listKept, readKeptUpload } from '#platform/storage/kept-files.ts'
import { keysWithPrefix, load, read, remove, save } from '#platform/storage/local-storage.ts'
import { acquireLock, PENDING_PREFIX } from '../pending/storage-key.ts'
import { type PendingUpload, restoreUpload, toStored } from '../pending/upload.ts'

const PREFIX = 'outgoing-upload:'

/** An upload that's finished in the background: filed in its category or, without one, left in To file. */
export type Outgoing = {
  id: string
  upload: PendingUpload
  category: string | undefined
  /** Why it couldn't be filed. */
  problem?: string | undefined
  /** What was typed about files that were changed, filed or discarded elsewhere: nothing else is left of it. */
  entered?: DraftEdit | undefined
  /** Whether those files still wait in To file. */
  isInToFile?: boolean | undefined
}

const storedOutgoing = z.object({
  id: z.string(),
  upload: z.unknown(),
  category: z.string().optional(),
  problem: z.string().optional(),
  entered: draftEdit.optional(),
  isInToFile: z.boolean().optional(),
})

/** Stores it for the next page in case this one is closed. The bytes of its files are kept elsewhere. */
export function storeOutgoing({ upload, ...one }: Outgoing): void {
  const stored = { ...one, upload: toStored(upload) }
  // Many changes, such as another attempt to upload it, aren't stored.
  if (read(PREFIX + one.id) === JSON.stringify(stored)) return
  save(PREFIX + one.id, stored)
  void keepUpload(PREFIX + one.id, upload.owner, stored)
}

export function removeStoredOutgoing(id: string): void {
  remove(PREFIX + id)
  void forgetKept(PREFIX + id)
}

export function hasStoredOutgoing(): boolean {
  return keysWithPrefix(PREFIX).length > 0
}

/** Whether an upload of any tab has this file. */
export function isStored(fileId: string): boolean {
  const keys = [...keysWithPrefix(PENDING_PREFIX), ...keysWithPrefix(PREFIX)]
  return keys.some((key) => read(key)?.includes(fileId))
}

/** Locks it for the life of this page: as long as it's open, no other page continues with it. */
export function lockOutgoing(id: string): Promise<boolean> {
  return acquireLock(PREFIX + id)
}

/** What a user left on pages that are closed now. It's locked for this page. */
export async function abandonedOutgoing(owner: string): Promise<Outgoing[]> {
  const kept = (await listKept(owner)).map(({ id }) => id).filter((id) => id.startsWith(PREFIX))
  const all: Outgoing[] = []
  for (const key of new Set([...keysWithPrefix(PREFIX), ...kept])) {
    if ((await restore(key))?.upload.owner !== owner || !(await acquireLock(key))) continue
    // Its page may have finished it before it released the lock.
    const one = await restore(key)
    if (one) all.push(one)
  }
  return all
}

/** The kept one is newer after a crash. */
async function restore(key: string): Promise<Outgoing | undefined> {
  const kept = await readKeptUpload(key)
  return kept === undefined ? load(key, restoreOutgoing) : restoreOutgoing(kept)
}

function restoreOutgoing(stored: unknown): Outgoing | undefined {
  const { data } = storedOutgoing.safeParse(stored)
  const upload = restoreUpload(data?.upload)
  return data && upload && { ...data, category: data.category, upload }
}
