import { paths } from '@docketbox/contract/core/paths'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { CreditNotice } from '#features/subscriptions'
import { useLocation } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { PagedList } from '#ui/data/paged-list.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { isOfCheckout } from '../checkout-payment.ts'
import { PaymentDate, PaymentName, PaymentStatus } from '../payment-status.tsx'
import { paymentHistory } from '../queries.ts'
import { Documents } from './documents.tsx'
import { PaidAmount } from './paid-amount.tsx'

export const meta = () => pageMeta({ title: 'Payment History' })

const POLL_MS = 5_000

const columns: Column<Payment>[] = [
  column('Payment ID', (payment) => <PaymentName {...payment} />),
  figureColumn('Amount', (payment) => <PaidAmount payment={payment} />),
  column('Currency', ({ currency }) => currency),
  column('Status', (payment) => <PaymentStatus {...payment} />),
  column('Date', ({ paidAt, createdAt }) => <PaymentDate at={paidAt ?? createdAt} />),
  column('Documents', (payment) => <Documents payment={payment} />),
]

/** A failed one may have been an attempt before. */
function hasArrived(payment: Payment, mayHavePaidAt: number | undefined): boolean {
  return payment.status !== 'failed' && isOfCheckout(payment, mayHavePaidAt)
}

export default function PaymentHistoryPage() {
  const { page } = useListParams()
  const { state } = useLocation() as { state: { mayHavePaidAt?: number } | null }
  const isExpected = (docs: Payment[] = []) =>
    state?.mayHavePaidAt !== undefined && !docs.some((payment) => hasArrived(payment, state.mayHavePaidAt))
  const query = useQuery({
    ...paymentHistory(page),
    refetchInterval: ({ state: { data } }) => isExpected(data?.docs) && POLL_MS,
  })
  const mayHavePaid = isExpected(query.data?.docs)
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
      {mayHavePaid && <Notice>{paymentTexts.mayAppear}</Notice>}
      <PagedList
        label="Payments"
        query={query}
        loading={<Loading label="Loading payments" blocks={['h-64 sm:h-32']} />}
        error={paymentTexts.historyFailed}
        empty={
          <EmptyState
            title={paymentTexts.noPayments}
            action={!mayHavePaid && <ButtonLink to={paths.plans}>See the plans</ButtonLink>}
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
