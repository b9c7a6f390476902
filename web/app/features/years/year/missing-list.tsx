import { paths, withQuery } from '@docketbox/contract/core/paths'
import { detailFields, formatEvidence } from '@docketbox/contract/receipts/evidence'
import { receiptAmount } from '@docketbox/contract/receipts/naming'
import type { IncompleteReceipt, YearSummary } from '@docketbox/contract/years/summary'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ReviewState } from '#features/receipts'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

const SHOWN_FIRST = 5

type MissingListProps = { summary: YearSummary; isReadOnly: boolean }

/** Receipts that lack details, the most valuable first, each with a link to the first one's field. */
export function MissingList({ summary: { incomeYear, missing }, isReadOnly }: MissingListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const from = useLocation().pathname
  if (missing.receipts === 0) return null
  const shown = isOpen ? missing.docs : missing.docs.slice(0, SHOWN_FIRST)
  const rest = missing.receipts - missing.docs.length
  return (
    <Card className="grid grid-cols-1 gap-3 print:break-inside-avoid">
      <h2 className="text-lg">
        Missing details{' '}
        <span className="figures font-normal text-soft">{missing.receipts.toLocaleString('en-AU')}</span>
      </h2>
      <ul className="-mx-2 grid grid-cols-1">
        {shown.map((receipt) => (
          <li key={receipt._id}>
            {isReadOnly ? (
              <div className={rowClass}>
                <RowLines receipt={receipt} />
              </div>
            ) : (
              <Link
                to={paths.review(receipt._id)}
                state={{ from, field: detailFields[receipt.missing[0]!] } satisfies ReviewState}
                className={`${rowClass} hover:bg-well`}
              >
                <RowLines receipt={receipt} />
                <ChevronRight className="size-5 shrink-0 text-soft print:hidden" aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!isOpen && missing.docs.length > SHOWN_FIRST && (
        <>
          <div className="print:hidden">
            <Button variant="secondary" onClick={() => setIsOpen(true)}>
              Show {missing.docs.length - SHOWN_FIRST} more
            </Button>
          </div>
          <p className="hidden text-sm text-soft print:block">
            And {(missing.receipts - SHOWN_FIRST).toLocaleString('en-AU')} more.
          </p>
        </>
      )}
      {isOpen && rest > 0 && (
        <p className="text-sm text-soft">
          {rest.toLocaleString('en-AU')} more {rest === 1 ? 'is' : 'are'}{' '}
          {isReadOnly ? (
            'among the receipts'
          ) : (
            <>
              in{' '}
              <TextLink to={withQuery(paths.receipts, { incomeYear, missing: 'any', sort: '-amount' })}>
                your receipts
              </TextLink>
            </>
          )}
          .
        </p>
      )}
    </Card>
  )
}

const rowClass = 'flex min-h-14 items-center gap-3 rounded-md px-2 py-1.5'

function RowLines({ receipt: { name, day, totalCents, currency, missing } }: { receipt: IncompleteReceipt }) {
  const amount = receiptAmount({ description: name, facts: { supplier: name, totalCents, currency } })
  return (
    <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>{' '}
        {amount && <span className="figures shrink-0 font-semibold">{amount}</span>}
      </span>{' '}
      <span className="flex items-baseline gap-3 text-sm">
        <span className="min-w-0 flex-1 text-wattle-deep">{formatEvidence(missing)}</span>{' '}
        <span className="shrink-0 text-soft">{formatDayUnbroken(day)}</span>
      </span>
    </span>
  )
}
