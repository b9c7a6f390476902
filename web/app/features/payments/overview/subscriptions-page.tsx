import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import {
  type CountedSubscription,
  type SubscriptionSet,
  subscriptionSets,
} from '@docketbox/contract/subscriptions/figure-endpoints'
import { useQuery } from '@tanstack/react-query'
import { nameOfMonth } from '#platform/format/months.ts'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useListParams } from '#platform/page/url-params.ts'
import { PagedList } from '#ui/data/paged-list.tsx'
import { type Column, column, Table } from '#ui/data/table.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { countedSubscriptions } from './queries.ts'

export const meta = () => pageMeta({ title: 'Subscriptions' })

const titles: Record<SubscriptionSet, string> = {
  renewing: 'Subscriptions that will renew',
  ending: 'Subscriptions set to end',
  months: 'Active single months',
  trials: 'Active trials',
  running: 'Subscriptions active at the start of the month',
  lost: 'Subscriptions that ended',
  trialsEnded: 'Trials that ended',
  trialsConverted: 'Trials that led to a plan',
}

const columns: Column<CountedSubscription>[] = [
  column('Subscriber', ({ user }) =>
    user ? (
      <span className="inline-grid">
        <TextLink to={withQuery(paths.admin, { person: user._id })}>{user.name}</TextLink>
        <span className="text-sm break-all text-soft">{user.email}</span>
      </span>
    ) : (
      <span className="text-soft">Deleted account</span>
    ),
  ),
  column('Plan', ({ planName }) => planName),
  column('Started', ({ startedAt }) => planDate(startedAt), 'whitespace-nowrap'),
  column('Until', ({ endsAt }) => lastPlanDate(endsAt), 'whitespace-nowrap'),
  column(
    'Payments',
    ({ user }) =>
      user && <TextLink to={withQuery(paths.adminPayments, { user: user._id })}>Payments</TextLink>,
  ),
]

/** The subscriptions that a figure of the finance screen counts. */
export default function CountedSubscriptionsPage() {
  const { params, page } = useListParams()
  const set = subscriptionSets.find((set) => set === params.get('set')) ?? 'renewing'
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0]
  const plan = params.get('plan') ?? undefined
  const query = useQuery(countedSubscriptions({ set, page, ...(month && { month }), ...(plan && { plan }) }))
  const of = [plan, month && nameOfMonth(month, 'long')].filter(Boolean).join(', ')
  const noun = set.startsWith('trials') ? 'trial' : 'subscription'
  return (
    <Page title={titles[set]} lead={of} back={{ to: paths.adminFinance, label: 'Finance' }}>
      <PagedList
        label="Subscriptions"
        query={query}
        loading={<Loading label="Loading subscriptions" blocks={Array.from({ length: 6 }, () => 'h-16')} />}
        error={adminTexts.notFetched}
        empty={<EmptyState title={`No ${noun}s to show.`} />}
      >
        {(docs, { totalDocs }) => (
          <>
            <p className="text-sm text-soft">
              {totalDocs.toLocaleString('en-AU')} {totalDocs === 1 ? noun : `${noun}s`}
            </p>
            <Table caption={titles[set]} columns={columns} rows={docs} />
          </>
        )}
      </PagedList>
    </Page>
  )
}
