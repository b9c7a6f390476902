import { formatCents } from '@docketbox/contract/core/money'
import type { AdminPayment, RefundLimits } from '@docketbox/contract/payments/admin-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { planDate } from '#platform/format/plan-dates.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { refundLimits, refundPayment } from '../../queries.ts'
import { RefundForm } from './form.tsx'
import { useRefund } from './use-refund.ts'

/** Asks how much to refund and why; the audit log records both. */
export function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const { _id } = payment
  const limits = useQuery(refundLimits(_id))
  const isLooking = limits.errorUpdateCount === 0
  const client = useQueryClient()
  const hasChanged = async () => {
    const now = await client.fetchQuery({ ...refundLimits(_id), staleTime: 0 })
    return now.wholeCents !== limits.data?.wholeCents || now.partCents !== limits.data.partCents
  }
  const { refund, isChecking, isDirty, setIsDirty, requestClose, confirmation } = useRefund(
    refundPayment,
    hasChanged,
    onClose,
  )

  async function submit(refundableCents: number, body: { amountCents: number; reason: string }) {
    const { message } = await refund({ params: { id: _id }, body: { refundableCents, ...body } })
    return message
  }

  return (
    <Dialog
      title={`Refund ${payment.buyerName || payment.buyerEmail || 'a payment'}`}
      description={[
        nameOf(payment),
        limits.data ? explain(payment, limits.data) : isLooking && 'Working out what can be refunded…',
      ]
        .filter(Boolean)
        .join(' ')}
      onClose={requestClose}
    >
      <QueryView
        query={limits}
        loading={<Loading label="Working out what can be refunded" blocks={['h-18', 'h-28', 'h-11']} />}
      >
        {(current) => (
          <>
            {current.requestedCents > 0 && (
              <Notice className="mb-4">
                {`Someone has already requested a refund of ${formatCents(current.requestedCents)}. It will appear in the list once Stripe confirms it.`}
              </Notice>
            )}
            {(current.wholeCents > 0 || isDirty) && (
              <RefundForm
                label="Refund"
                about={_id}
                maxCents={current.wholeCents}
                explainRefusal={(cents) => explainRefusal(cents, current)}
                onSubmit={(body) => submit(current.refundableCents, body)}
                onDirty={setIsDirty}
                onDone={onClose}
                isChecking={isChecking}
              />
            )}
          </>
        )}
      </QueryView>
      {confirmation}
    </Dialog>
  )
}

/** Which payment it is: a customer may have many that look the same. */
function nameOf({ planName, months, datedAt, invoiceNumber }: AdminPayment): string {
  const invoice = invoiceNumber === null ? '' : `, invoice ${invoiceNumber}`
  return `${[planName, ...months].join(' · ')}, paid on ${planDate(datedAt)}${invoice}.`
}

/** What can be refunded, and why not more. */
function explain(
  { amount }: AdminPayment,
  { wholeCents, partCents, creditedCents, takenBackCents, creditBackCents }: RefundLimits,
): string {
  const whole = formatCents(wholeCents)
  if (wholeCents === 0 && creditedCents === 0) return paymentRefusals.notRefundable.message
  if (amount === 0)
    return `They paid with credit, so up to ${whole} goes back to their credit. A full refund ends the access it bought.`
  if (creditedCents === 0)
    return `You can refund up to ${whole} of ${formatCents(amount)}. A full refund ${listOf([
      'ends the access this payment bought',
      ...(creditBackCents > 0 ? [`returns ${formatCents(creditBackCents)} to their credit`] : []),
    ])}.`
  const credited = `${formatCents(creditedCents)} of ${formatCents(amount)} was credited to later bills when the plan changed.`
  if (wholeCents === 0) return `${credited} There’s nothing left to refund.`
  if (wholeCents === partCents) return `${credited} You can refund up to ${whole} of the rest.`
  const effects = listOf([
    'ends the plan',
    ...(takenBackCents > 0 ? [`takes back ${formatCents(takenBackCents)} of their credit`] : []),
    ...(creditBackCents > 0 ? [`returns ${formatCents(creditBackCents)} to their credit`] : []),
  ])
  const part = partCents > 0 ? ` You can also refund up to ${formatCents(partCents)}.` : ''
  return `${credited} A full refund of ${whole} ${effects}.${part}`
}

const listOf = (parts: readonly string[]) => new Intl.ListFormat('en-AU').format(parts)

/** Says why an amount can't be refunded; undefined if it can. */
function explainRefusal(cents: number, { wholeCents, partCents }: RefundLimits): string | undefined {
  if (cents <= partCents || cents === wholeCents) return undefined
  return partCents > 0
    ? `Refund the full ${formatCents(wholeCents)}, or ${formatCents(partCents)} at most.`
    : `You can only refund the full ${formatCents(wholeCents)}.`
}
