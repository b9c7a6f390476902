import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { ApiError } from '#platform/api/error.ts'
import { endpointKey } from '#platform/api/query.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { isUsable } from '../pending/limits.ts'
import { pendingUpload } from '../pending/store.ts'
import type { Origin, PendingFile } from '../pending/upload.ts'
import { typedEdit } from '../pending/typed-edit.ts'
import { isDraftGone, saveEdit } from '../to-file/queries.ts'
import { isOwnerLoggedIn, waitForFiles, outgoing, removeOutgoingFiles, sendPending } from './list.ts'
import type { Outgoing } from './stored.ts'

/** Sets an unsaved upload of another origin aside: it's uploaded in the background and waits in To file. */
export function setAsideOtherUpload(origin: Origin): void {
  const upload = pendingUpload()
  const files = upload?.files.filter(isUsable) ?? []
  if (!upload || upload.origin === origin || files.length === 0) return
  void finishSetAside({ id: sendPending({ ...upload, files }, undefined), upload })
}

/** Saves what was typed about an upload that was set aside once its files are uploaded. */
export async function finishSetAside({ id, upload }: Pick<Outgoing, 'id' | 'upload'>): Promise<void> {
  const ended = await waitForFiles(id)
  const draft = ended.find((file) => file.draft)?.draft
  const edit = typedEdit(upload)
  if (draft && Object.keys(edit).length > 0) await saveUntilItArrives(draft, edit, id)
  // Refused files stay until that's seen.
  removeOutgoingFiles(
    ({ state, ...file }) => state === 'uploaded' && ended.some((other) => other.id === file.id),
  )
  const stale = [receiptEndpoints.drafts, receiptEndpoints.draft, receiptEndpoints.summary]
  for (const endpoint of stale) void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })
}

/** Retries until the server would refuse it again. Its user may log out meanwhile, and in again. */
async function saveUntilItArrives({ uri }: Draft, edit: DraftEdit, outgoingId: string): Promise<void> {
  while (await isOwnerLoggedIn(outgoingId)) {
    try {
      return void (await saveEdit(uri, edit))
    } catch (error) {
      if (isDraftGone(error) || (error instanceof ApiError && error.isLasting)) return
      await onlineOrTimeout()
    }
  }
}

/** The files that were set aside. */
export function setAsideFiles(all: readonly Outgoing[] = outgoing()): PendingFile[] {
  return all.filter(({ category }) => category === undefined).flatMap(({ upload }) => upload.files)
}
