import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#ui/layout/card.tsx'
import { FixLink } from '../evidence/fix-link.tsx'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { Thumbnail } from '../file/thumbnail.tsx'

type RecentReceiptsProps = { receipts: Receipt[]; isSample?: boolean }

export function RecentReceipts({ receipts, isSample = false }: RecentReceiptsProps) {
  return (
    <RecentCard>
      {receipts.map((receipt) => (
        <li key={receipt._id} className="relative flex">
          {isSample ? (
            <div className={rowClass}>
              <ReceiptSummaryRow receipt={receipt} />
            </div>
          ) : (
            <>
              <Link
                to={withQuery(paths.category(receipt.category), { receipt: receipt._id })}
                className={`${rowClass} hover:bg-well`}
              >
                <ReceiptSummaryRow receipt={receipt} hasFixLink />
              </Link>
              {receipt.missing.length > 0 && (
                <FixLink receipt={receipt} className="absolute right-0 bottom-0" />
              )}
            </>
          )}
        </li>
      ))}
    </RecentCard>
  )
}

const rowClass = '-mx-2 flex min-h-18 min-w-0 flex-1 items-center gap-3 rounded-md px-2'

type SummaryRowProps = { receipt: Receipt; hasFixLink?: boolean }

function ReceiptSummaryRow({ receipt, hasFixLink = false }: SummaryRowProps) {
  const file = receipt.file[0]
  return (
    <>
      {file && <Thumbnail receiptId={receipt._id} file={file} />}
      <ReceiptLines receipt={receipt} hasFixLink={hasFixLink} />
    </>
  )
}

/** The frame of the list and of its skeleton. */
export function RecentCard({ children }: { children: ReactNode }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">Recent receipts</h2>
      <ul className="@container grid grid-cols-1 gap-1">{children}</ul>
    </Card>
  )
}
