import { queryClient } from '#platform/api/query-client.ts'
import { isoDay } from '#platform/format/dates.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { forgetOldFiles, readKeptFile, listKept } from '#platform/storage/kept-files.ts'
import { sentFile } from '../../pending/queries.ts'
import { acquireLock } from '../../pending/storage-key.ts'
import { clearPending, clearSaved, pendingUpload, removeFiles } from '../../pending/store.ts'
import { allFiles, changeFile, startTransfers } from '../../pending/transfers.ts'
import { INTERRUPTED, isInterrupted, type PendingFile, waitingFile } from '../../pending/upload.ts'
import { addOutgoing, outgoing } from '../list.ts'
import { isStored, type Outgoing } from '../stored.ts'

/** Continues with what an earlier page couldn't upload. */
export async function resumeFiles(): Promise<void> {
  await forgetOldFiles(storedUserId())
  // After a crash, the pending upload may be one that was filed or set aside since.
  for (const { upload } of outgoing()) clearSaved(upload)
  for (const { id } of allFiles().filter(isInterrupted)) {
    const file = await readKeptFile(id)
    if (file) changeFile(id, { file })
    else void lookUpSent(id)
  }
  startTransfers()
}

/**
 * Finds this user's files that no upload lists: the browser was killed before it had stored the list. They wait in To file
 * once they're uploaded.
 */
export async function adoptUnlisted(): Promise<Outgoing[]> {
  const owner = storedUserId()
  const unlisted: PendingFile[] = []
  for (const { id, keptAt } of (await listKept(owner)).filter(({ file }) => file)) {
    const isListed = isStored(id) || allFiles().some((file) => file.id === id)
    if (isListed || !(await acquireLock(`kept-file:${id}`))) continue
    // It may have been uploaded meanwhile.
    const file = await readKeptFile(id)
    if (file) unlisted.push(waitingFile(id, file, isoDay(new Date(keptAt))))
  }
  return unlisted.length === 0 ? [] : [addOutgoing(owner, unlisted)]
}

/**
 * Asks the server about a file that has gone from this device: it may have arrived just before its page was closed. One
 * that has also been filed is saved again if it's outgoing, with the same key, which says how that ended.
 */
async function lookUpSent(id: string): Promise<void> {
  const sent = await queryClient.fetchQuery(sentFile(id)).catch(() => undefined)
  // The next page asks again.
  if (!sent) return
  if (!sent.draft) return changeFile(id, { state: 'refused', problem: INTERRUPTED })
  const isIt = (file: { id: string }) => file.id === id
  if (!sent.isWaiting && pendingUpload()?.files.some(isIt)) {
    removeFiles(isIt)
    if (pendingUpload()?.files.length === 0) clearPending()
  }
  // What its row in To file has may be newer than what was typed here.
  changeFile(id, { state: 'uploaded', draft: { ...sent.draft, edit: undefined } })
}
