import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { ApiError } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { onlineOrTimeout } from '#platform/offline/retry-when-online.ts'
import { isUsable } from '../pending/limits.ts'
import { pendingUpload, UNTYPED } from '../pending/store.ts'
import { type Origin, type PendingFile, type PendingUpload, splitSaving } from '../pending/upload.ts'
import { overtakenIn, typedSinceRow } from '../pending/row-sync.ts'
import { isTyped } from '../pending/typed-edit.ts'
import { isDraftGone, isEditRefused, saveEdit, showEdit } from '../to-file/queries.ts'
import {
  failOutgoing,
  forgetTyped,
  isOwnerLoggedIn,
  listEntered,
  outgoing,
  removeOutgoing,
  removeOutgoingFiles,
  sendPending,
  waitForFiles,
} from './list.ts'
import type { Outgoing } from './stored.ts'

/** Of the server itself, until its upload is shown in To file without what was typed. */
const MAX_FAILURES = 3

/** Sets an unsaved upload of another origin aside. */
export function setAsideOtherUpload(origin: Origin): void {
  if (pendingUpload()?.origin !== origin) setAsideUpload()
}

/**
 * Sets the unsaved upload aside: it's uploaded in the background and waits in To file. One that can't be uploaded is listed
 * with what was typed about it. One that's being saved goes to its category.
 */
export function setAsideUpload(): void {
  const upload = pendingUpload()
  if (!upload || upload.files.length === 0) return
  if (!upload.saving) return setAside(upload)
  const { saving, added } = splitSaving(upload, upload.saving)
  sendPending(saving, upload.saving.category)
  setAside({ ...upload, ...UNTYPED, saving: undefined, files: added })
}

function setAside(upload: PendingUpload): void {
  const files = upload.files.filter(isUsable)
  if (files.length === 0 && !isTyped(upload)) return
  const usable = files.length > 0 ? { ...upload, files } : upload
  void finishSetAside({ id: sendPending(usable, undefined), upload: usable })
}

/**
 * Saves what was typed about an upload that was set aside once its files are uploaded. It fails if none can be, or if the
 * server keeps failing: what was typed would be lost.
 */
export async function finishSetAside({ id, upload }: Pick<Outgoing, 'id' | 'upload'>): Promise<void> {
  const ended = await waitForFiles(id)
  const draft = ended.find((file) => file.draft)?.draft
  if (isTyped(upload) && !draft) return failOutgoing(id, ended.find(({ problem }) => problem)?.problem)
  if (draft && !(await saveUntilItArrives(draft, upload, id))) return
  if (ended.length === 0) removeOutgoing(id)
  // Refused files stay until that's seen.
  removeOutgoingFiles(
    ({ state, ...file }) => state === 'uploaded' && ended.some((other) => other.id === file.id),
  )
  void reload(queryClient, [receiptEndpoints.drafts, receiptEndpoints.draft, receiptEndpoints.summary])
}

/**
 * Saves what was typed since its row in To file last got it. Retries while there's no connection. Its user may log out
 * meanwhile, and in again.
 * @returns whether that's finished; if not, it's listed with the reason.
 */
async function saveUntilItArrives(draft: Draft, upload: PendingUpload, outgoingId: string): Promise<boolean> {
  const { uri } = draft
  const typed = typedSinceRow(upload, draft)
  if (Object.keys(typed.change).length === 0) {
    forgetTyped(outgoingId)
    return true
  }
  let failures = 0
  while (await isOwnerLoggedIn(outgoingId)) {
    try {
      const { edit } = await saveEdit(uri, { ...typed.change, known: typed.known })
      showEdit(queryClient, uri, edit)
      listEntered(overtakenIn(typed, edit), upload.owner, { isOvertaken: true })
      forgetTyped(outgoingId)
      return true
    } catch (error) {
      if (isDraftGone(error)) {
        listEntered(typed.change, upload.owner)
        return true
      }
      if (!isUnavailable(error)) failures += 1
      if (isEditRefused(error) || failures === MAX_FAILURES) {
        failOutgoing(outgoingId, error instanceof ApiError ? error.message : undefined)
        return false
      }
      await onlineOrTimeout()
    }
  }
  return true
}

/** Whether the server can't be reached, or waits for a login. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.isTemporary || error.status === 401)
}

/** The files that were set aside and wait in To file. */
export function setAsideFiles(all: readonly Outgoing[] = outgoing()): PendingFile[] {
  return all
    .filter(({ category, problem }) => category === undefined && problem === undefined)
    .flatMap(({ upload }) => upload.files)
}
