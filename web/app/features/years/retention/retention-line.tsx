import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { describeRetention } from '@docketbox/contract/years/retention-text'
import { today } from '#platform/format/dates.ts'
import { useRetention } from './use-retention.ts'

/** Shows how long a receipt has to be kept, with a placeholder of the same height while that loads. */
export function RetentionLine({ receipt }: { receipt: Pick<Receipt, 'incomeYear' | 'lastClaimedYear'> }) {
  const year = useRetention().yearOf(receipt)
  return <span className="block min-h-[1lh]">{year && `${describeRetention(year, today())}.`}</span>
}
