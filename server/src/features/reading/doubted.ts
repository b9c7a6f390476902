import type { ReadFields } from '@docketbox/contract'

/** Confidence in values of a document that isn't one receipt. */
export const MAX_DOUBTED = 0.6

/** Whether a document may not be one receipt, such as a photo of several or a bank statement. */
export function isDoubted(fields: ReadFields): boolean {
  return Object.values(fields).every((field) => field === null || field.confidence <= MAX_DOUBTED)
}
