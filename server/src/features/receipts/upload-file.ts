import { commonRefusals, type Draft, receiptRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Inspectable } from '#platform/storage/file-store.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { IncomingFile } from '#platform/http/route.ts'
import { type Found, Unacceptable } from './content/found.ts'
import { inspect } from './content/inspect.ts'
import * as store from './drafts-store.ts'
import { presentDraft } from './present.ts'
import { DRAFT_LIFE_MS, safeTitle } from './rules.ts'
import type { UploadAllowance } from './upload-allowance.ts'

const cutCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'FST_PREMATURE_CLOSE']
/** The parser's own errors have no code. */
const cutMessages = /^(Unexpected end of multipart data|Part terminated early)/

type Needs = Pick<Deps, 'config' | 'db' | 'files' | 'now'>
type Pictures = { isLocked: (path: string) => Promise<boolean>; soon: () => void }

export function mostBytes({ config }: Pick<Deps, 'config'>): number {
  return Math.floor(config.UPLOAD_LIMIT_MB * 1_048_576)
}

/** Takes a file in: bytes first, checked and safe on disk, then the rows that say so (decision 13). */
export async function uploadFile(
  deps: Needs,
  { pictures, allowance }: { pictures: Pictures; allowance: UploadAllowance },
  actor: Actor,
  file: IncomingFile,
  idempotencyKey: string | undefined,
): Promise<Draft> {
  await allowance.take(actor.id)
  let found: Found | undefined
  const check = async ({ path, sizeBytes, at, from }: Inspectable) => {
    if (file.isTruncated()) throw tooLarge(deps)
    found = await inspect({ size: sizeBytes, at, from }, () => pictures.isLocked(path)).catch(refuse)
  }
  const received = await deps.files
    .receive(file.bytes, { limitBytes: mostBytes(deps), check })
    .catch((thrown: unknown) => {
      throw brokeOff(thrown) ? new Refusal(receiptRefusals.incomplete) : thrown
    })
  const at = deps.now()
  const draft: store.NewDraft = {
    ...found!,
    id: newId(),
    idempotencyKey: idempotencyKey ?? null,
    sha256: received.sha256,
    sizeBytes: received.sizeBytes,
    title: safeTitle(file.name, found!.type),
    pages: null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + DRAFT_LIFE_MS),
  }
  const row = await store.keepDraft(deps.db, actor.id, received, draft)
  // The clean-up may have removed these bytes after they arrived; from here on the row keeps it from doing so.
  if (!(await deps.files.has(row.sha256))) {
    await store.dropDraft(deps.db, actor.id, row.id)
    throw new Refusal(commonRefusals.unavailable)
  }
  pictures.soon()
  return presentDraft(row)
}

function refuse(thrown: unknown): never {
  throw thrown instanceof Unacceptable ? new Refusal(receiptRefusals[thrown.problem]) : thrown
}

function tooLarge({ config }: Pick<Deps, 'config'>): Refusal {
  const message = `This file is larger than ${config.UPLOAD_LIMIT_MB} MB. Please choose a smaller one.`
  return new Refusal(receiptRefusals.fileTooLarge, { message })
}

/** The sender hung up, or the multipart body ended before its end. */
function brokeOff(thrown: unknown): boolean {
  const { code, message } = (thrown instanceof Error ? thrown : {}) as { code?: string; message?: string }
  return cutCodes.includes(code ?? '') || cutMessages.test(message ?? '')
}
