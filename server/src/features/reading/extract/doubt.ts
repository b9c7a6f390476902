import { abnCandidates } from '../suppliers/abn.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

const STATEMENT = /\b(OPENING BALANCE|CLOSING BALANCE|STATEMENT PERIOD|ACCOUNT STATEMENT|BANK STATEMENT)\b/
const SIDE_BY_SIDE = /\bTAX INVOICE\b.*\bTAX INVOICE\b/

/**
 * Whether values are doubtful even if they're well printed: on a bank statement, or when a picture shows several
 * receipts.
 */
export function isDoubtful(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  if (labels.some((label) => STATEMENT.test(label) || SIDE_BY_SIDE.test(label))) return true
  const labelled = abnCandidates(rows).filter(({ score }) => score > 3)
  return labelled.some(({ value, row }) => value !== labelled[0]!.value && row.page === labelled[0]!.row.page)
}
