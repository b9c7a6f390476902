import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import type { Promotion } from '@docketbox/contract/payments/promotion-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Page } from '#ui/layout/page.tsx'
import { CreatePromotionDialog } from './create-dialog.tsx'
import { endPromotion, promotions } from './queries.ts'

export const meta = () => pageMeta({ title: 'Promotion codes' })

/** Codes that take something off the first payment of a subscription, for administrators. */
export default function PromotionsPage() {
  const query = useQuery(promotions)
  return (
    <Page
      title="Promotion codes"
      lead="Each code gives a discount on the first payment of a subscription."
      actions={<CreatePromotionDialog />}
    >
      <QueryView
        query={query}
        loading={<Loading label="Loading promotion codes" blocks={['h-48 sm:h-16', 'h-48 sm:h-16']} />}
        error={adminTexts.notFetched}
        isEmpty={({ docs }) => docs.length === 0}
        empty={
          <EmptyState title="No codes yet.">Create one to offer a discount on the first payment.</EmptyState>
        }
      >
        {({ docs }) => <Table caption="Promotion codes" columns={columns} rows={docs} />}
      </QueryView>
    </Page>
  )
}

const columns: Column<Promotion>[] = [
  { heading: 'Code', cell: ({ code }) => <span className="font-mono break-all">{code}</span> },
  { heading: 'Discount', cell: discountText, className: 'whitespace-nowrap' },
  {
    heading: 'Until',
    cell: ({ endsAt }) => (endsAt ? lastPlanDate(endsAt) : 'No end date'),
    className: 'whitespace-nowrap',
  },
  {
    heading: 'Uses',
    align: 'right',
    cell: ({ uses, maxUses }) =>
      maxUses === null
        ? uses.toLocaleString('en-AU')
        : `${uses.toLocaleString('en-AU')} of ${maxUses.toLocaleString('en-AU')}`,
  },
  {
    heading: 'Status',
    cell: ({ isActive }) => <Badge tone={isActive ? 'leaf' : 'plain'}>{isActive ? 'Active' : 'Ended'}</Badge>,
  },
  { heading: 'Actions', cell: (promotion) => promotion.isActive && <EndButton {...promotion} /> },
]

function EndButton({ _id, code }: Promotion) {
  const { mutate, isPending } = useMutation(endPromotion)
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`End ${code}`}
      busy={isPending && 'Ending…'}
      onClick={() =>
        mutate(
          { params: { id: _id } },
          {
            onSuccess: () => toast.success(`${code} has ended.`),
            onError: ({ message }) => toast.error(message),
          },
        )
      }
    >
      End
    </Button>
  )
}

function discountText({ percentOff, amountOffCents }: Promotion): string {
  return percentOff === null ? `${formatCents(amountOffCents ?? 0)} off` : `${percentOff}% off`
}
