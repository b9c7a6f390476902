import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { endpointKey } from '#platform/api/query.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { isUsable } from '../pending/limits.ts'
import { pendingUpload } from '../pending/store.ts'
import type { Origin, PendingFile, PendingUpload } from '../pending/upload.ts'
import { isTyped, typedEdit } from '../pending/typed-edit.ts'
import { isDraftGone, isEditRefused, saveEdit, showEdit } from '../to-file/queries.ts'
import {
  failOutgoing,
  forgetTyped,
  isOwnerLoggedIn,
  listTyped,
  outgoing,
  removeOutgoing,
  removeOutgoingFiles,
  sendPending,
  waitForFiles,
} from './list.ts'
import type { Outgoing } from './stored.ts'

/**
 * Sets an unsaved upload of another origin aside: it's uploaded in the background and waits in To file. One that can't be
 * uploaded is listed with what was typed about it.
 */
export function setAsideOtherUpload(origin: Origin): void {
  const upload = pendingUpload()
  if (!upload || upload.origin === origin || upload.files.length === 0) return
  const files = upload.files.filter(isUsable)
  if (files.length > 0) setAside({ ...upload, files })
  else if (isTyped(upload)) setAside(upload)
}

function setAside(upload: PendingUpload): void {
  void finishSetAside({ id: sendPending(upload, undefined), upload })
}

/**
 * Saves what was typed about an upload that was set aside once its files are uploaded. It fails if none can be: what was
 * typed would go with them.
 */
export async function finishSetAside({ id, upload }: Pick<Outgoing, 'id' | 'upload'>): Promise<void> {
  const ended = await waitForFiles(id)
  const draft = ended.find((file) => file.draft)?.draft
  if (isTyped(upload)) {
    if (!draft) return failOutgoing(id, ended.find(({ problem }) => problem)?.problem)
    await saveUntilItArrives(draft, upload, id)
  }
  if (ended.length === 0) removeOutgoing(id)
  // Refused files stay until that's seen.
  removeOutgoingFiles(
    ({ state, ...file }) => state === 'uploaded' && ended.some((other) => other.id === file.id),
  )
  const stale = [receiptEndpoints.drafts, receiptEndpoints.draft, receiptEndpoints.summary]
  for (const endpoint of stale) void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })
}

/** Retries until the server would refuse it again. Its user may log out meanwhile, and in again. */
async function saveUntilItArrives({ uri }: Draft, upload: PendingUpload, outgoingId: string): Promise<void> {
  while (await isOwnerLoggedIn(outgoingId)) {
    try {
      const saved = await saveEdit(uri, typedEdit(upload))
      showEdit(queryClient, uri, saved.edit)
      return forgetTyped(outgoingId)
    } catch (error) {
      if (isDraftGone(error)) listTyped(upload)
      if (isEditRefused(error)) return
      await onlineOrTimeout()
    }
  }
}

/** The files that were set aside and wait in To file. */
export function setAsideFiles(all: readonly Outgoing[] = outgoing()): PendingFile[] {
  return all
    .filter(({ category, problem }) => category === undefined && problem === undefined)
    .flatMap(({ upload }) => upload.files)
}
