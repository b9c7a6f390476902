import { MB_BYTES } from '@docketbox/contract/core/units'
import { fileTypes } from '@docketbox/contract/receipts/file-types'
import type { UploadRules } from '@docketbox/contract/receipts/schemas'
import type { PendingFile } from './upload.ts'

/** Whether a file can still become part of the receipt. */
export function isUsable({ state }: PendingFile): boolean {
  return state !== 'refused'
}

/** Whether a file is still on its way. */
export function isUnsent({ state }: PendingFile): boolean {
  return state === 'waiting' || state === 'uploading' || state === 'failed'
}

/** Why a file is refused before it's uploaded: it's too large. */
export function sizeProblem(file: File, rules: UploadRules | undefined): string | undefined {
  if (!rules || file.size <= rules.maxBytes) return undefined
  return `This file is larger than ${formatLimit(rules)}. Please choose a smaller one.`
}

/** Says that a receipt has as many pages as it can have. */
export function tooManyPages({ maxFiles }: UploadRules): string {
  return `A receipt can have up to ${maxFiles} pages.`
}

/** The limits in words: types and size. */
export function limitsHint(rules: UploadRules | undefined): string {
  const labels = acceptedTypes(rules).map(({ label }) => label)
  const types = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`
  return rules ? `${types}, up to ${formatLimit(rules)} each.` : `${types}.`
}

/** MIME types with their file extensions, as the file picker takes them. */
export function acceptedExtensions(rules: UploadRules | undefined): Record<string, string[]> {
  return Object.fromEntries(
    acceptedTypes(rules).map(({ type, extensions }) => [
      type,
      extensions.map((extension) => `.${extension}`),
    ]),
  )
}

function acceptedTypes(rules: UploadRules | undefined) {
  return fileTypes.filter(({ type }) => !rules || rules.types.includes(type))
}

/** `20 MB`, with decimals only if the limit has them. */
function formatLimit({ maxBytes }: UploadRules): string {
  return `${Number((maxBytes / MB_BYTES).toFixed(2))} MB`
}
