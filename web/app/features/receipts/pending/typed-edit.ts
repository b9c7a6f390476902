import { typedAmount } from '@docketbox/contract/core/money'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { isUsable } from './limits.ts'
import type { PendingUpload } from './upload.ts'

/** The file that what was typed is about, once it's uploaded. */
export function describedDraft({ files }: PendingUpload): Draft | undefined {
  return files.find(isUsable)?.draft
}

/** Whether something was typed about a pending upload. */
export function isTyped(upload: PendingUpload): boolean {
  return Object.keys(typedEdit(upload)).length > 0
}

/** What was typed about a pending upload, as it's kept with a draft. */
export function typedEdit({ description, prefill, facts = {} }: PendingUpload): DraftEdit {
  const { supplier, totalCents, documentDate } = facts
  const isTyped = description.trim() !== '' && description !== prefill?.text
  return {
    ...(isTyped && { description: description.trim() }),
    ...(supplier !== undefined && { supplier: supplier ?? '' }),
    ...(totalCents !== undefined && { total: typedAmount(totalCents ?? undefined) }),
    ...(documentDate !== undefined && { date: documentDate ?? '' }),
  }
}
