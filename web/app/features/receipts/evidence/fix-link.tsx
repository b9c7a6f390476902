import { detailFields } from '@docketbox/contract/receipts/evidence'
import { receiptName } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { Link } from 'react-router'
import { classNames } from '#ui/layout/class-names.ts'
import { useReviewLink } from '../review/use-review-link.ts'
import { EvidenceMark, evidenceText } from './status.tsx'

type FixLinkProps = {
  receipt: Receipt
  className?: string
  /** Where the words show; elsewhere only screen readers and a long hover get them. */
  textClassName?: string
}

/** What a receipt lacks, leading to the field of the first detail; once that's saved, back to where it was. */
export function FixLink({ receipt, className, textClassName }: FixLinkProps) {
  const [detail] = receipt.missing
  const link = useReviewLink(receipt._id, detail && detailFields[detail])
  return (
    <Link
      {...link}
      aria-label={`${evidenceText(receipt)}: ${receiptName(receipt)}`}
      className={classNames(
        'grid min-h-11 min-w-11 grid-cols-1 content-center rounded-md underline-offset-3 hover:underline',
        className,
      )}
    >
      <EvidenceMark receipt={receipt} className={textClassName} />
    </Link>
  )
}
