import { MB_BYTES } from '@docketbox/contract/core/units'
import { commonRefusals, type Draft, receiptRefusals } from '@docketbox/contract'
import {
  areStored,
  discardBytes,
  type FileProperties,
  inspect,
  refuseInfected,
  UnacceptableFile,
} from '#features/files'
import { isReadable } from '#features/reading'
import { storageOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { IncomingFile } from '#platform/http/files/receive.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { Inspectable } from '#platform/storage/file-store.ts'
import { requireDiskSpace } from '#platform/storage/low-disk.ts'
import { localDay } from '../days.ts'
import { describeDraft, describeNewDraft } from '../reading/describe.ts'
import { safeTitle } from '../titles.ts'
import { comparedAs } from '../duplicates/fingerprints.ts'
import * as store from './drafts-store.ts'
import { isStorageUsedUp, requireStorage, storageUsedUp } from './storage-limit.ts'
import type { Uploads } from './uploads.ts'

const abortCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'FST_PREMATURE_CLOSE']
/** Errors of the multipart parser have no code. */
const abortMessages = /^(Unexpected end of multipart data|Part terminated early)/

type UploadDeps = Pick<
  Deps,
  'config' | 'db' | 'disk' | 'files' | 'log' | 'mail' | 'now' | 'reader' | 'scanner'
>

export function maxUploadBytes({ config }: Pick<Deps, 'config'>): number {
  return Math.floor(config.UPLOAD_LIMIT_MB * MB_BYTES)
}

/**
 * Stores a file as a draft: first its bytes, inspected and synced to disk, then the rows (requirement 13). A key that was
 * used before gives the draft it was used for, and nothing is stored.
 * @throws Refusal beyond a limit, without an active plan, or when the file is unacceptable or incomplete.
 */
export async function uploadFile(
  deps: UploadDeps,
  { dailyLimit, requestPreviews, requestReading, requestComparison }: Uploads,
  { ownerId }: Scope,
  {
    file,
    use,
    capturedOn,
  }: { file: IncomingFile; use: 'receipt' | 'picture'; capturedOn?: string | undefined },
  idempotencyKey: string | undefined,
): Promise<Draft> {
  const earlier =
    idempotencyKey === undefined ? undefined : await store.findDraftByKey(deps.db, ownerId, idempotencyKey)
  if (earlier) {
    file.bytes.destroy()
    return describeDraft(deps, ownerId, earlier)
  }
  // The plan may end while it arrives, and it can only be filed if there was one.
  const at = deps.now()
  const storage = await storageOf(deps, ownerId, { isPlanNeeded: use === 'receipt' })
  requireStorage(storage)
  await requireDiskSpace(deps)
  await dailyLimit.count(ownerId)
  let properties: FileProperties | undefined
  const check = async ({ at, from, ...staged }: Inspectable) => {
    if (file.isTruncated()) throw tooLarge(deps)
    if (await file.isFollowed()) throw new Refusal(receiptRefusals.severalFiles)
    requireStorage(storage, staged.sizeBytes)
    properties = await inspect({ size: staged.sizeBytes, at, from }).catch(refuse)
    await refuseInfected(deps, ownerId, staged)
  }
  const received = await deps.files
    .receive(file.bytes, { limitBytes: maxUploadBytes(deps), check })
    .catch((error: unknown) => {
      throw wasAborted(error) ? new Refusal(receiptRefusals.incomplete) : error
    })
  const draft: store.NewDraft = {
    ...properties!,
    id: newId(),
    idempotencyKey: idempotencyKey ?? null,
    sha256: received.sha256,
    sizeBytes: received.sizeBytes,
    title: safeTitle(file.name, properties!.type),
    createdAt: at,
    capturedOn: capturedOn === undefined ? null : localDay(at, capturedOn),
    expiresAt: use === 'receipt' ? null : store.draftExpiry(at),
  }
  const isRead = use === 'receipt' && isReadable(draft)
  const kind = use === 'receipt' ? comparedAs(draft) : undefined
  const { limitBytes } = storage
  const isScanned = deps.scanner !== undefined
  const row = await store
    .insertDraft(deps.db, ownerId, received, draft, { isRead, comparedAs: kind, isScanned, limitBytes })
    .catch(async (error: unknown) => {
      if (!isStorageUsedUp(error)) throw error
      await discardBytes(deps, received.sha256)
      throw storageUsedUp(storage)
    })
  // Another request with the same key was faster.
  if (!row.sha256.equals(received.sha256)) await discardBytes(deps, received.sha256)
  if (!(await areStored(deps, row.sha256))) {
    await store.deleteDraft(deps.db, ownerId, row.id)
    throw new Refusal(commonRefusals.unavailable)
  }
  requestPreviews()
  if (isRead) requestReading()
  if (kind) requestComparison()
  return row.isFirstOfFile
    ? describeNewDraft(deps, row, { isComparing: kind !== undefined })
    : describeDraft(deps, ownerId, row)
}

function refuse(error: unknown): never {
  throw error instanceof UnacceptableFile ? new Refusal(receiptRefusals[error.problem]) : error
}

function tooLarge({ config }: Pick<Deps, 'config'>): Refusal {
  const message = `This file is larger than ${config.UPLOAD_LIMIT_MB} MB. Please choose a smaller one.`
  return new Refusal(receiptRefusals.fileTooLarge, { message })
}

/** Whether the client hung up or the multipart body ended early. */
function wasAborted(error: unknown): boolean {
  const { code, message } = (error instanceof Error ? error : {}) as { code?: string; message?: string }
  return abortCodes.includes(code ?? '') || abortMessages.test(message ?? '')
}
