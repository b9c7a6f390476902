import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { fullName } from '@docketbox/contract/core/people/full-name'
import type { AdminPayment } from '@docketbox/contract/payments/admin-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { FilterNotice } from '#ui/data/filter-notice.tsx'
import { PagedList } from '#ui/data/paged-list.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { Alerts } from '../alerts/section.tsx'
import { allPayments, customer } from '../queries.ts'
import { CreditOfUser } from './credit.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { PaymentFilters } from './filters.tsx'
import { type AdminPaymentFilter, usePaymentParams } from './params.ts'
import { RefundDialog } from './refunds/payment-dialog.tsx'
import { Sums } from './sums.tsx'
import { PaymentTable } from './table.tsx'

export const meta = () => pageMeta({ title: 'Payments' })

/** All users' payments and what they add up to; administrators refund them here. */
export default function AdminPaymentsPage() {
  const { filter, find, findProblem, page, setFilter } = usePaymentParams()
  return (
    <LeaveGuard>
      <Page title="Payments" actions={<ExportButtons filter={filter} />}>
        <Alerts />
        <PaymentFilters filter={filter} find={find} findProblem={findProblem} onChange={setFilter} />
        {filter.user && (
          <>
            <OfUser userId={filter.user} onClear={() => setFilter({ user: '' })} />
            <CreditOfUser userId={filter.user} />
          </>
        )}
        <PaymentList filter={filter} page={page} />
      </Page>
    </LeaveGuard>
  )
}

function OfUser({ userId, onClear }: { userId: string; onClear: () => void }) {
  const { data } = useQuery(customer(userId))
  const to = withQuery(paths.admin, { person: userId })
  return (
    <FilterNotice onClear={onClear}>
      Showing only payments from {data ? <TextLink to={to}>{fullName(data.user)}</TextLink> : 'one customer'}.
    </FilterNotice>
  )
}

function PaymentList({ filter, page }: { filter: AdminPaymentFilter; page: number }) {
  const payments = useQuery(allPayments(filter, page))
  const [selected, setSelected] = useState<AdminPayment>()
  const isFiltered = Object.keys(filter).length > 0
  const hasState = filter.state !== undefined
  // Refunds of earlier payments, if none was paid in a period.
  const sums = payments.data?.sums
  return (
    <>
      <PagedList
        label="Payments"
        query={payments}
        loading={
          <Loading
            label="Loading payments"
            blocks={['h-36 sm:h-18', ...Array.from({ length: 6 }, () => 'h-48 sm:h-16')]}
          />
        }
        error={adminTexts.notFetched}
        empty={
          <>
            {sums && Object.values(sums).some((sum) => sum !== 0) && <Sums sums={sums} hasState={hasState} />}
            {isFiltered ? (
              <EmptyState title="No payments found.">
                Try different filters{filter.find !== undefined && ' or a shorter search'}.
              </EmptyState>
            ) : (
              <EmptyState title="No payments yet." />
            )}
          </>
        }
      >
        {(docs, { sums }) => (
          <>
            <Sums sums={sums} hasState={hasState} />
            <PaymentTable rows={docs} onRefund={setSelected} />
          </>
        )}
      </PagedList>
      {selected && <RefundDialog payment={selected} onClose={() => setSelected(undefined)} />}
    </>
  )
}
