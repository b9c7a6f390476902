import type { DeskPayment } from '@docketbox/contract/payments/admin-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { PaymentName, PaymentStatus } from '../payment-status.tsx'
import { deskPayments } from '../queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

export const meta = () => pageMeta({ title: 'Payments' })

/** For administrators: finds what somebody paid, and gives it back. */
export default function AdminPaymentsPage() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('find') ?? ''
  const search = useCallback(
    (find: string) => setParams(find === '' ? {} : { find }, { replace: true }),
    [setParams],
  )
  return (
    <div className="grid gap-6">
      <PageHeading>Payments</PageHeading>
      <SearchField label="Whole email, or payment ID" text={wanted} onText={search} maxLength={254} />
      {wanted === '' ? (
        <EmptyState title="Whose payments?">
          Search for somebody’s email, or for the ID that stands in their payment history.
        </EmptyState>
      ) : (
        <Found wanted={wanted} />
      )}
    </div>
  )
}

function Found({ wanted }: { wanted: string }) {
  const { data, isPending, isError, isRefetching, refetch } = useQuery(deskPayments(wanted))
  const [opened, setOpened] = useState<DeskPayment>()
  if (isPending) {
    return (
      <Loading label="Loading payments">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  if (isError) {
    return (
      <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
        Failed to fetch data.
      </ErrorState>
    )
  }
  if (data.docs.length === 0) {
    return <EmptyState title="No payment found.">The email has to be whole, and so has the ID.</EmptyState>
  }
  return (
    <>
      <Table
        caption="Payments"
        columns={columns(setOpened)}
        rows={data.docs}
        keyOf={({ _id }) => _id}
        rowHeadings
        stacks
      />
      {opened && <RefundDialog payment={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columns = (onRefund: (payment: DeskPayment) => void): Column<DeskPayment>[] => [
  { heading: 'Payment ID', cell: (payment) => <PaymentName {...payment} /> },
  {
    heading: 'Paid by',
    cell: ({ buyerName, buyerEmail }) =>
      buyerEmail && (
        <span className="inline-grid">
          <span>{buyerName}</span>
          <span className="text-xs break-all text-soft">{buyerEmail}</span>
        </span>
      ),
  },
  { heading: 'Amount', align: 'right', cell: ({ amount }) => <Amount cents={amount} /> },
  { heading: 'Status', cell: (payment) => <PaymentStatus {...payment} /> },
  { heading: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} className="whitespace-nowrap" /> },
  {
    heading: 'Refund',
    cell: (payment) =>
      payment.refundableCents > 0 && (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Refund ${payment.payment_id}`}
          onClick={() => onRefund(payment)}
        >
          Refund
        </Button>
      ),
  },
]
