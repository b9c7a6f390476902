import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { Link } from 'react-router'
import { Card } from '#ui/layout/card.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Thumbnail } from '../receipt/thumbnail.tsx'

/** The last few receipts, each a way back to it. */
export function RecentReceipts({ receipts }: { receipts: Receipt[] }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">Last saved</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {receipts.map((receipt) => {
          const file = receipt.file[0]
          return (
            <li key={receipt._id}>
              <Link
                to={`/categories/${receipt.category}?receipt=${receipt._id}`}
                className="-mx-2 flex min-h-18 items-center gap-3 rounded-md px-2 hover:bg-well"
              >
                {file && <Thumbnail receiptId={receipt._id} file={file} />}
                <span className="min-w-0">
                  <span className="block truncate font-semibold">{receipt.description}</span>
                  <span className="block truncate text-sm text-soft">
                    <Moment at={receipt.createdAt} /> · {file?.title}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
