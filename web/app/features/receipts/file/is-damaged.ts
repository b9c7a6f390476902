import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { ApiError } from '#platform/api/error.ts'

/** Whether a file couldn't be opened because our copy of it is lost, which only its owner can repair. */
export function isDamaged(error: unknown): boolean {
  return error instanceof ApiError && error.code === receiptRefusals.damagedFile.code
}
