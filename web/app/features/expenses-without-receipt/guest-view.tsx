import { formatCents } from '@docketbox/contract/core/money'
import {
  type ExpenseWithoutReceipt,
  evidenceKindNames,
} from '@docketbox/contract/expenses-without-receipt/endpoints'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assetText } from '#features/years'
import { formatDayUnbroken, plainDate } from '#platform/format/dates.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { expensesOf } from './queries.ts'

const TITLE = 'Expenses without a receipt'

/** The expenses without a receipt of a shared year, read-only; nothing if there are none. */
export function SharedExpenses({ year }: { year: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(expensesOf(year, page))
  return (
    <QueryView query={query} loading={<Loading label={`Loading ${TITLE.toLowerCase()}`} blocks={['h-40']} />}>
      {({ docs, page: shown, totalPages }) =>
        docs.length > 0 && (
          <section className="grid grid-cols-1 gap-3" aria-busy={query.isPlaceholderData}>
            <h2 className="text-lg">{TITLE}</h2>
            <Table caption={TITLE} columns={columns} rows={docs} />
            <Pagination label={TITLE} page={shown} totalPages={totalPages} onPage={setPage} />
          </section>
        )
      }
    </QueryView>
  )
}

const columns: Column<ExpenseWithoutReceipt>[] = [
  column('Date', ({ paidOn }) => formatDayUnbroken(paidOn), 'whitespace-nowrap'),
  column('Supplier', ({ supplier }) => supplier),
  column('Description', ({ description, note }) => (
    <span>
      {description}
      {note && <span className="block text-sm text-soft">{note}</span>}
    </span>
  )),
  column('Evidence', ({ kind, enteredBy, enteredAt }) => (
    <span>
      {evidenceKindNames[kind]}
      <span className="block text-sm text-soft">
        entered by {enteredBy} on {plainDate(enteredAt)}
      </span>
    </span>
  )),
  column('Label', (expense) => (
    <span>
      {expense.label && formatLabel(expense.label)}
      <span className="block text-sm text-soft">{assetText(expense)}</span>
    </span>
  )),
  figureColumn('Amount', ({ amountCents }) => formatCents(amountCents)),
  figureColumn('Claimable', ({ claimableCents }) => formatCents(claimableCents)),
]
