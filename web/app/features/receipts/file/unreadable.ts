import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { ApiError } from '#platform/api/error.ts'

const { damagedFile, quarantined } = receiptRefusals

/** Says that our copy of a file is damaged or infected; undefined for other errors. */
export function explainUnreadable(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return [damagedFile, quarantined].find(({ code }) => code === error.code)?.message
}
