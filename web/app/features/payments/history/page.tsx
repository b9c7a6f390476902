import { type Payment, paymentEndpoints, paymentTexts } from '@docketbox/contract/payments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { download } from '#platform/api/client.ts'
import { formatCents } from '@docketbox/contract/core/money'
import { pageMeta } from '#platform/page/meta.ts'
import { useClampedPage, usePageParam } from '#platform/page/page-param.ts'
import { Amount } from '#ui/data/amount.tsx'
import { BackLink } from '#ui/layout/back-link.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { useDownload } from '#ui/feedback/download.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { PaymentName, PaymentStatus } from '../payment-status.tsx'
import { paymentHistory } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Payment History' })

const columns: Column<Payment>[] = [
  {
    heading: 'Payment ID',
    cell: (payment) => <PaymentName {...payment} />,
  },
  { heading: 'Amount', align: 'right', cell: ({ amount }) => <Amount cents={amount} /> },
  { heading: 'Currency', cell: ({ currency }) => currency },
  {
    heading: 'Status',
    cell: (payment) => <PaymentStatus {...payment} />,
  },
  { heading: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} className="whitespace-nowrap" /> },
  { heading: 'Tax invoice', cell: (payment) => payment.hasTaxInvoice && <InvoiceButton payment={payment} /> },
]

/** Everything somebody has paid or tried to pay. */
export default function PaymentHistoryPage() {
  const { page, setPage } = usePageParam()
  const { data, isPending, isError, isRefetching, refetch } = useQuery(paymentHistory(page))
  useClampedPage(data, setPage)
  return (
    <div className="grid gap-6">
      <div>
        <BackLink to="/dashboard">Dashboard</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PageHeading>Payment History</PageHeading>
          <ButtonLink to="/upgrade" variant="secondary">
            Manage Subscription
          </ButtonLink>
        </div>
      </div>
      {isPending && (
        <div className="grid justify-items-center py-12">
          <Spinner label="Loading payments" size="large" />
        </div>
      )}
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          {paymentTexts.historyFailed}
        </ErrorState>
      )}
      {data?.docs.length === 0 && (
        <EmptyState
          title={paymentTexts.noPayments}
          action={<ButtonLink to="/subscription">See the plans</ButtonLink>}
        >
          What you pay is listed here, with its tax invoice.
        </EmptyState>
      )}
      {data && data.docs.length > 0 && (
        <>
          <Table
            caption="Payments"
            columns={columns}
            rows={data.docs}
            keyOf={({ _id }) => _id}
            rowHeadings
            stacks
          />
          <Pagination label="Payments" page={data.page} totalPages={data.totalPages} onPage={setPage} />
        </>
      )}
    </div>
  )
}

function InvoiceButton({ payment }: { payment: Payment }) {
  const { progress, start } = useDownload({
    fetch: (options) => download(paymentEndpoints.taxInvoice, { params: { id: payment._id } }, options),
    name: 'tax-invoice.pdf',
    failed: 'Failed to download the file.',
  })
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<FileText className="size-4" />}
      busy={progress && 'Fetching…'}
      aria-label={`PDF, tax invoice of ${formatCents(payment.amount)}`}
      onClick={start}
    >
      PDF
    </Button>
  )
}
