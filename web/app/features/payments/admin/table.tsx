import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { AdminPayment } from '@docketbox/contract/payments/admin-endpoints'
import { paymentMethodLabel } from '@docketbox/contract/payments/texts'
import { useSession } from '#platform/session/session.ts'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { PaymentDate, PaymentName, PaymentStatus } from '../payment-status.tsx'
import { PaidAmount } from '../history/paid-amount.tsx'

type PaymentTableProps = { rows: readonly AdminPayment[]; onRefund: (payment: AdminPayment) => void }

export function PaymentTable({ rows, onRefund }: PaymentTableProps) {
  const isSuperAdmin = useSession()?.role === 'Super Admin'
  const columns: Column<AdminPayment>[] = [
    column('Payment', (payment) => <PaymentName {...payment} />),
    column('Paid by', ({ owner, buyerName, buyerEmail }) =>
      owner || buyerEmail ? (
        <span className="inline-grid wrap-anywhere max-sm:justify-items-end">
          {owner ? (
            <TextLink
              to={withQuery(paths.admin, { person: owner })}
              className="inline-flex min-h-11 items-center sm:min-h-6"
            >
              {buyerName || 'Account'}
            </TextLink>
          ) : (
            <span>{buyerName}</span>
          )}
          <span className="text-xs break-all text-soft sm:w-40 sm:truncate" title={buyerEmail}>
            {buyerEmail}
          </span>
        </span>
      ) : (
        <span className="text-soft">Unknown or deleted account</span>
      ),
    ),
    figureColumn('Amount', ({ method, ...payment }) => (
      <span className="inline-grid justify-items-end">
        <PaidAmount payment={payment} />
        {method && <span className="text-xs whitespace-nowrap text-soft">{paymentMethodLabel(method)}</span>}
      </span>
    )),
    column('Status', (payment) => <PaymentStatus {...payment} />),
    column('Date', ({ datedAt, invoiceNumber }) => (
      <span className="inline-grid max-sm:justify-items-end">
        <PaymentDate at={datedAt} />
        <span className="figures text-xs whitespace-nowrap text-soft">{invoiceNumber}</span>
      </span>
    )),
    column(
      'Actions',
      (payment) => (
        <span className="flex items-center gap-3 sm:flex-col sm:items-start sm:gap-1 2xl:flex-row 2xl:items-center">
          {payment.refundableCents > 0 && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Refund ${payment.payment_id}`}
              onClick={() => onRefund(payment)}
            >
              Refund
            </Button>
          )}
          {isSuperAdmin && (
            <TextLink
              to={withQuery(paths.adminAuditLog, { target: payment._id })}
              className="inline-flex min-h-11 items-center text-sm whitespace-nowrap sm:min-h-6"
            >
              Audit log
            </TextLink>
          )}
        </span>
      ),
      'print:hidden',
    ),
  ]
  return <Table caption="Payments" columns={columns} rows={rows} />
}
