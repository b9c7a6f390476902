import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { ApiError } from '#platform/api/error.ts'

const { damagedFile, quarantined } = receiptRefusals

/** What to tell the user when our copy of a file is lost or infected; undefined when it's something else. */
export function whyNotOpened(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return [damagedFile, quarantined].find(({ code }) => code === error.code)?.message
}
