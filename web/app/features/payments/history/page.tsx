import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { CreditNotice } from '#features/subscriptions'
import { download } from '#platform/api/download.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { Amount } from '#ui/data/amount.tsx'
import { PagedList } from '#ui/data/paged-list.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { useDownload } from '#ui/data/download.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PaymentDate, PaymentName, PaymentStatus } from '../payment-status.tsx'
import { paymentHistory } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Payment History' })

const columns: Column<Payment>[] = [
  { heading: 'Payment ID', cell: (payment) => <PaymentName {...payment} /> },
  { heading: 'Amount', align: 'right', cell: ({ amount }) => <Amount cents={amount} /> },
  { heading: 'Currency', cell: ({ currency }) => currency },
  { heading: 'Status', cell: (payment) => <PaymentStatus {...payment} /> },
  { heading: 'Date', cell: (payment) => <PaymentDate {...payment} /> },
  { heading: 'Tax invoice', cell: (payment) => payment.hasTaxInvoice && <InvoiceButton payment={payment} /> },
]

/** The user's payments, with their tax invoices. */
export default function PaymentHistoryPage() {
  const { page } = useListParams()
  return (
    <Page
      title="Payment History"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={
        <ButtonLink to={paths.manageSubscription} variant="secondary">
          Manage Subscription
        </ButtonLink>
      }
    >
      <PagedList
        label="Payments"
        query={useQuery(paymentHistory(page))}
        loading={<Loading label="Loading payments" blocks={['h-64 sm:h-32']} />}
        error={paymentTexts.historyFailed}
        empty={
          <EmptyState
            title={paymentTexts.noPayments}
            action={<ButtonLink to={paths.plans}>See the plans</ButtonLink>}
          >
            Your payments and tax invoices will appear here.
          </EmptyState>
        }
      >
        {(docs) => <Table caption="Payments" columns={columns} rows={docs} />}
      </PagedList>
      <CreditNotice />
    </Page>
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
      busy={progress && 'Downloading…'}
      aria-label={`PDF, tax invoice for ${formatCents(payment.amount)}`}
      onClick={start}
    >
      PDF
    </Button>
  )
}
