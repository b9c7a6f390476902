import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { loggedUser } from '#features/auth'
import { categories } from '#features/categories'
import { useOpenNotes } from '#features/rooms'
import { DebitNotice, PayNow, planSummary, unpaidPlanOf } from '#features/subscriptions'
import { pageMeta } from '#platform/page/meta.ts'
import { useToday } from '#platform/page/use-today.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { OutgoingNotice } from '../outgoing/notice.tsx'
import { isComplete } from '../pending/nothing-pending.tsx'
import { usePendingUpload } from '../pending/store.ts'
import { receiptSummary, repeatWhileReading } from '../queries.ts'
import { AddReceiptButtons } from './add-receipt-buttons.tsx'
import { MonthChart } from '#ui/charts/months.tsx'
import { RecentReceipts } from './recent-receipts.tsx'
import { dashboardColumns, DashboardSkeleton } from './skeleton.tsx'
import { Tasks } from './tasks.tsx'
import { YearSummary } from './year-summary.tsx'

export const meta = () => pageMeta({ title: 'Dashboard' })

const summaryWhileReading = {
  ...receiptSummary,
  ...repeatWhileReading(({ recent }: ReceiptSummary) => recent),
}

/** The current income year, the recent receipts, and the ways to add one. */
export default function DashboardPage() {
  const { data: user } = useQuery(loggedUser)
  const allCategories = useQuery(categories)
  const summary = useQuery(summaryWhileReading)
  // Content that appeared without them would move down when they arrive.
  const openNotes = useOpenNotes()
  const pending = usePendingUpload()
  const today = useToday()
  // An upload started before the plan ended can still be saved (requirement 35).
  const isLocked = user?.unlocked.includes('scan') === false
  const isUnpaid = isLocked && unpaidPlanOf(user) !== undefined
  return (
    <Page
      title="Dashboard"
      lead={
        <span className="block min-h-12 sm:min-h-6">
          {user && `G’day, ${user.firstName}. ${planSummary(user)}`}
          {isUnpaid && (
            <span className="mt-3 block">
              <PayNow person={user} />
            </span>
          )}
        </span>
      }
      actions={<AddReceiptButtons />}
    >
      <OutgoingNotice />
      {isLocked && <DebitNotice person={user} />}
      {isLocked && isComplete(pending) && (
        <Notice>
          You have an unsaved upload. <TextLink to={paths.preview}>Finish it</TextLink>
        </Notice>
      )}
      <QueryView
        query={summary}
        loading={<DashboardSkeleton />}
        error="We couldn’t load your receipts."
        isEmpty={({ receipts }) => receipts === 0}
        empty={
          openNotes === undefined ? (
            <DashboardSkeleton />
          ) : (
            <>
              <Tasks toFile={summary.data?.toFile ?? 0} toCheck={0} openNotes={openNotes} />
              {isLocked ? <NoPlan person={user} /> : <NoReceipts />}
            </>
          )
        }
      >
        {({ totals, months, recent, toFile, toCheck }) => (
          <QueryView
            query={allCategories}
            loading={<DashboardSkeleton />}
            error={receiptTexts.categoryNotLoaded}
          >
            {(list) =>
              openNotes === undefined ? (
                <DashboardSkeleton />
              ) : (
                <>
                  <Tasks toFile={toFile} toCheck={toCheck} openNotes={openNotes} />
                  <div className={dashboardColumns}>
                    <YearSummary totals={totals} categories={list} currentYear={incomeYearOf(today)} />
                    <div className="grid grid-cols-1 gap-6">
                      <MonthChart
                        months={months}
                        incomeYear={incomeYearOf(today)}
                        currentMonth={today.slice(0, 7)}
                      />
                      <RecentReceipts receipts={recent} />
                    </div>
                  </div>
                </>
              )
            }
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function NoReceipts() {
  return (
    <EmptyState
      title="No receipts yet."
      action={
        <ButtonLink to={paths.capture} icon={Camera} iconClassName="size-5">
          Scan your first receipt
        </ButtonLink>
      }
    >
      Take a photo while you still have the receipt in your hand. It takes seconds, and we’ll keep it safe for
      five years.
    </EmptyState>
  )
}

function NoPlan({ person }: { person: PlanState }) {
  const { hasUseTrial } = person
  if (unpaidPlanOf(person) !== undefined)
    return (
      <EmptyState title="No receipts yet." action={<PayNow person={person} />}>
        Pay for your plan to scan and upload receipts again.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No receipts yet."
      action={
        <ButtonLink to={paths.plans}>{hasUseTrial ? 'Choose a plan' : 'Start your free trial'}</ButtonLink>
      }
    >
      {hasUseTrial
        ? 'With a plan you can scan and upload receipts again.'
        : 'Scan and upload receipts for 30 days, free. You don’t need a card.'}
    </EmptyState>
  )
}
