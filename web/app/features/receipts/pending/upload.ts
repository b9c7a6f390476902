import { typedFacts } from '@docketbox/contract/receipts/drafts/edits'
import { draftEdit } from '@docketbox/contract/receipts/facts'
import { draft } from '@docketbox/contract/receipts/schemas'
import { z } from 'zod'

export const INTERRUPTED = 'The page was closed before this file was uploaded. Please add it again.'
export const UNREADABLE = 'This file has changed or moved on your device. Please add it again.'
export const NOT_STORED =
  'We couldn’t store everything on this device. Please keep this page open until it’s uploaded.'

/** `to-file`: added on that screen, each file for itself. */
export type Origin = 'capture' | 'custom-upload' | 'to-file'

/** A file without its bytes, which local storage never holds (requirement 13). */
const storedFile = z.object({
  /** Also the idempotency key of its upload. */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number(),
  addedOn: z.iso.date().optional(),
  /** Dropped if an update has changed its format: the upload still waits in To file. */
  draft: draft.optional().catch(undefined),
})

const storedUpload = z.object({
  /** The user id: another user of this device doesn't see it. */
  owner: z.string(),
  origin: z.enum(['capture', 'custom-upload', 'to-file']),
  description: z.string(),
  /** The supplier that was filled in as the description. */
  prefill: z
    .object({ text: z.string(), /** For tabs of an earlier version. */ isSure: z.boolean() })
    .optional(),
  /** What the user corrected or confirmed. */
  facts: typedFacts.optional().catch(undefined),
  /** What had been typed here, and what its first file's row in To file showed, when they last agreed. */
  inRow: z
    .object({
      uri: z.string(),
      typed: draftEdit,
      shown: draftEdit,
      /** The category the row was given because saving in it failed. */
      category: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  /** Whether several files are pages of one receipt; otherwise each is its own (requirement 42). */
  isOneReceipt: z.boolean().default(false),
  files: z.array(storedFile),
  /** The day the first of them was added. */
  capturedOn: z.iso.date().optional(),
  /** The idempotency key of saving; changes with the content. */
  saveKey: z.string(),
  /** Set while it's being saved, so that the next page finishes that if this one is closed. */
  saving: z
    .object({
      category: z.string(),
      saveKey: z.string(),
      /** The ids of its files by then; an earlier version didn't store them. */
      files: z.array(z.string()).optional(),
    })
    .optional(),
  /** The categories whose ids hold a copy. */
  copies: z.array(z.string()),
})

export type PendingFile = z.infer<typeof storedFile> & {
  state: 'waiting' | 'uploading' | 'uploaded' | 'failed' | 'refused'
  sentBytes: number
  problem?: string | undefined
  /** Whether it failed for a reason that a better connection won't fix. */
  isStuck?: boolean
  /** Whether this device couldn't keep it, so that closing the page would lose it. */
  isOnlyHere?: boolean
  /** Why the photo may be hard to read, until the user keeps it. */
  warning?: string | undefined
  /** The bytes, until the page is left or the server's copy is adjusted. */
  file?: File | undefined
}
export type PendingUpload = Omit<z.infer<typeof storedUpload>, 'files'> & { files: readonly PendingFile[] }

/** As it's stored: without what only this page has, such as bytes and transfer states. */
export function toStored({ files, ...upload }: PendingUpload): z.infer<typeof storedUpload> {
  // The next page has to name those that never reached the server.
  const isMissing = ({ problem }: PendingFile) => problem === INTERRUPTED || problem === UNREADABLE
  const stored = files.filter((file) => file.state !== 'refused' || isMissing(file))
  return storedUpload.parse({ ...upload, files: stored })
}

/** As the next page finds it. */
export function restoreUpload(stored: unknown): PendingUpload | undefined {
  const upload = storedUpload.safeParse(stored).data
  return upload && { ...upload, files: upload.files.map(restoreFile) }
}

export function waitingFile(id: string, file: File, addedOn: string): PendingFile {
  const { name, type, size } = file
  return { id, name, type, sizeBytes: size, addedOn, sentBytes: 0, file, state: 'waiting' }
}

function restoreFile(file: z.infer<typeof storedFile>): PendingFile {
  if (file.draft) return { ...file, state: 'uploaded', sentBytes: 0 }
  return { ...file, state: 'waiting', sentBytes: 0 }
}

/** Splits an upload into what's being saved and the files that were added since. */
export function splitSaving(
  upload: PendingUpload,
  { saveKey, files: saved }: NonNullable<PendingUpload['saving']>,
): { saving: PendingUpload; added: PendingFile[] } {
  const isSaved = ({ id }: PendingFile) => saved?.includes(id) ?? true
  return {
    saving: { ...upload, saveKey, files: upload.files.filter(isSaved) },
    added: upload.files.filter((file) => !isSaved(file)),
  }
}

/** Whether its page was closed before it was uploaded; its bytes may be on this device. */
export function isInterrupted({ state, file }: PendingFile): boolean {
  return state === 'waiting' && file === undefined
}
