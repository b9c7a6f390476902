import { queryClient } from '#platform/api/query-client.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { forgetOldFiles, keptFile } from '#platform/storage/kept-files.ts'
import { sentFile } from '../../pending/queries.ts'
import { clearPending, pendingUpload, removeFiles } from '../../pending/store.ts'
import { allFiles, changeFile, startTransfers } from '../../pending/transfers.ts'
import { INTERRUPTED, isInterrupted } from '../../pending/upload.ts'

/** Continues with what an earlier page couldn't upload. */
export async function resumeFiles(): Promise<void> {
  await forgetOldFiles(storedUserId())
  for (const { id } of allFiles().filter(isInterrupted)) {
    const file = await keptFile(id)
    if (file) changeFile(id, { file })
    else void lookUpSent(id)
  }
  startTransfers()
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
