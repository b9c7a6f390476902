import { forgetKept, keepUpload, listKept, readKeptUpload } from '#platform/storage/kept-files.ts'
import type { PendingUpload } from '../../pending/upload.ts'
import { removeOutgoing } from '../list.ts'
import type { Outgoing } from '../stored.ts'

const PREFIX = 'undone-filing:'
/** Browsers have written local storage to the disk by then. */
const MAX_AGE_MS = 600_000

/** Records that filing is about to be undone. After a crash, local storage may say that the upload is still being filed. */
export function recordUndone({ saveKey, owner }: PendingUpload): Promise<void> {
  return keepUpload(PREFIX + saveKey, owner, { saveKey })
}

/** Removes an outgoing upload whose filing was undone: it waits in To file. @returns whether it was. */
export async function removeUndone({ id, upload }: Outgoing): Promise<boolean> {
  if ((await readKeptUpload(PREFIX + upload.saveKey)) === undefined) return false
  removeOutgoing(id)
  return true
}

/** Forgets what isn't needed any more. */
export async function forgetUndone(owner: string): Promise<void> {
  const isOver = ({ id, keptAt }: { id: string; keptAt: number }) =>
    id.startsWith(PREFIX) && keptAt < Date.now() - MAX_AGE_MS
  for (const { id } of (await listKept(owner)).filter(isOver)) await forgetKept(id)
}
