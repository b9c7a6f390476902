import { detailFields } from '@docketbox/contract/receipts/evidence'
import { receiptName } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#ui/layout/class-names.ts'
import { useReviewLink } from '../review/use-review-link.ts'
import { evidenceText } from './status.tsx'

type FixLinkProps = {
  receipt: Receipt
  className?: string
  /** What shows; without it, the link covers what's behind it. */
  children?: ReactNode
}

/** What a receipt lacks, leading to the field of the first detail; once that's saved, back to where it was. */
export function FixLink({ receipt, className, children }: FixLinkProps) {
  const [detail] = receipt.missing
  const link = useReviewLink(receipt._id, detail && detailFields[detail])
  const text = evidenceText(receipt)
  return (
    <Link
      {...link}
      aria-label={`${text}: ${receiptName(receipt)}`}
      title={children ? undefined : text}
      className={classNames(
        'grid min-h-11 min-w-11 grid-cols-1 content-center rounded-md underline-offset-3 hover:underline',
        className,
      )}
    >
      {children}
    </Link>
  )
}
