import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { DeskPayment } from '@docketbox/contract/payments/admin-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { useUrlParams } from '#platform/page/url-params.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PaymentDate, PaymentName, PaymentStatus } from '../payment-status.tsx'
import { Alerts } from './alerts.tsx'
import { customerPayments } from '../queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

export const meta = () => pageMeta({ title: 'Payments' })

/** Finds a customer's payments and refunds them, for administrators. */
export default function AdminPaymentsPage() {
  const { params, setParams } = useUrlParams()
  const find = params.get('find') ?? ''
  const search = useCallback((text: string) => setParams({ find: text }, { replace: true }), [setParams])
  return (
    <Page title="Payments">
      <Alerts />
      <SearchField
        label="Full email address or payment ID"
        text={find}
        onText={search}
        maxLength={MAX_LENGTH.email}
      />
      {find === '' ? (
        <EmptyState title="Find a payment">
          Search by a customer’s full email address, or by a payment ID from their payment history.
        </EmptyState>
      ) : (
        <CustomerPayments find={find} />
      )}
    </Page>
  )
}

function CustomerPayments({ find }: { find: string }) {
  const payments = useQuery(customerPayments(find))
  const [selected, setSelected] = useState<DeskPayment>()
  return (
    <>
      <QueryView
        query={payments}
        loading={<Loading label="Loading payments" blocks={['h-64 sm:h-32']} />}
        error="Failed to fetch data."
        isEmpty={({ docs }) => docs.length === 0}
        empty={<EmptyState title="No payments found.">Please enter the full email address or ID.</EmptyState>}
      >
        {({ docs }) => <Table caption="Payments" columns={columns(setSelected)} rows={docs} />}
      </QueryView>
      {selected && <RefundDialog payment={selected} onClose={() => setSelected(undefined)} />}
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
  { heading: 'Date', cell: (payment) => <PaymentDate {...payment} /> },
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
