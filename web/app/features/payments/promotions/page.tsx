import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import type { Promotion } from '@docketbox/contract/payments/promotion-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { CreatePromotionDialog } from './create-dialog.tsx'
import { EndPromotionDialog } from './end-dialog.tsx'
import { promotions } from './queries.ts'

export const meta = () => pageMeta({ title: 'Promotion codes' })

/** Codes that take something off the first payment of a subscription, for administrators. */
export default function PromotionsPage() {
  const [ending, setEnding] = useState<Promotion>()
  const [pending, setPending] = useState<Promotion>()
  const query = useQuery({
    ...promotions,
    refetchInterval: ({ state: { data } }) => isActive(data?.docs, pending) && PENDING_POLL_MS,
  })
  const table = useRef<HTMLElement>(null)
  const columns: Column<Promotion>[] = [
    ...facts,
    column(
      'Actions',
      (promotion) =>
        promotion.isActive && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`End ${promotion.code}`}
            onClick={() => setEnding(promotion)}
          >
            End
          </Button>
        ),
    ),
  ]
  return (
    <LeaveGuard>
      <Page
        title="Promotion codes"
        lead="Each code gives a discount on the first payment of a subscription."
        actions={<CreatePromotionDialog />}
      >
        {pending && isActive(query.data?.docs, pending) && (
          <Notice tone="warning" role="alert">
            Stripe didn’t respond. We’ll keep trying to end {pending.code}.
          </Notice>
        )}
        <QueryView
          query={query}
          loading={<Loading label="Loading promotion codes" blocks={['h-48 sm:h-16', 'h-48 sm:h-16']} />}
          error={adminTexts.notFetched}
          isEmpty={({ docs }) => docs.length === 0}
          empty={
            <EmptyState title="No codes yet.">
              Create one to offer a discount on the first payment.
            </EmptyState>
          }
        >
          {({ docs }) => <Table ref={table} caption="Promotion codes" columns={columns} rows={docs} />}
        </QueryView>
        {ending && (
          <EndPromotionDialog
            promotion={ending}
            focusAfter={table}
            onPending={setPending}
            onClose={() => setEnding(undefined)}
          />
        )}
      </Page>
    </LeaveGuard>
  )
}

const PENDING_POLL_MS = 5_000

function isActive(docs: readonly Promotion[] = [], promotion?: Promotion): boolean {
  return docs.some(({ _id, isActive }) => _id === promotion?._id && isActive)
}

const facts: Column<Promotion>[] = [
  column('Code', ({ code }) => <span className="font-mono break-all">{code}</span>),
  column('Discount', discountText, 'whitespace-nowrap'),
  column('Until', ({ endsAt }) => (endsAt ? lastPlanDate(endsAt) : 'No end date'), 'whitespace-nowrap'),
  figureColumn('Uses', ({ uses, maxUses }) =>
    maxUses === null
      ? uses.toLocaleString('en-AU')
      : `${uses.toLocaleString('en-AU')} of ${maxUses.toLocaleString('en-AU')}`,
  ),
  column('Status', (promotion) => (
    <Badge tone={promotion.isActive ? 'leaf' : 'plain'}>{statusOf(promotion)}</Badge>
  )),
]

function statusOf({ isActive, uses, maxUses }: Promotion): string {
  if (isActive) return 'Active'
  return uses === maxUses ? 'Used up' : 'Ended'
}

function discountText({ percentOff, amountOffCents }: Promotion): string {
  return percentOff === null ? `${formatCents(amountOffCents ?? 0)} off` : `${percentOff}% off`
}
