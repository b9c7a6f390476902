import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#ui/layout/card.tsx'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { Thumbnail } from '../file/thumbnail.tsx'

type RecentReceiptsProps = { receipts: Receipt[]; isSample?: boolean }

/** The latest receipts, each linking to its sheet. */
export function RecentReceipts({ receipts, isSample = false }: RecentReceiptsProps) {
  return (
    <RecentCard>
      {receipts.map((receipt) => (
        <li key={receipt._id}>
          {isSample ? (
            <div className={rowClass}>
              <ReceiptSummaryRow receipt={receipt} />
            </div>
          ) : (
            <Link
              to={withQuery(paths.category(receipt.category), { receipt: receipt._id })}
              className={`${rowClass} hover:bg-well`}
            >
              <ReceiptSummaryRow receipt={receipt} />
            </Link>
          )}
        </li>
      ))}
    </RecentCard>
  )
}

const rowClass = '-mx-2 flex min-h-18 items-center gap-3 rounded-md px-2'

function ReceiptSummaryRow({ receipt }: { receipt: Receipt }) {
  const file = receipt.file[0]
  return (
    <>
      {file && <Thumbnail receiptId={receipt._id} file={file} />}
      <ReceiptLines receipt={receipt} />
    </>
  )
}

/** The frame of the list and of its skeleton. */
export function RecentCard({ children }: { children: ReactNode }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">Recent receipts</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">{children}</ul>
    </Card>
  )
}
