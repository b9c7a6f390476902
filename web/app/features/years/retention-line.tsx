import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { describeRetention } from '@docketbox/contract/years/retention-text'
import { today } from '#platform/format/dates.ts'
import { useRetention } from './use-retention.ts'

/** Until when a receipt has to be kept; as high as one line while that loads. */
export function RetentionLine({ receipt }: { receipt: Pick<Receipt, 'incomeYear' | 'lastClaimedYear'> }) {
  const year = useRetention().yearOf(receipt)
  return <span className="block min-h-[1lh]">{year && `${describeRetention(year, today())}.`}</span>
}
