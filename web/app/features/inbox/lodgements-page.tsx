import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { InboxLodgement } from '@docketbox/contract/inbox/endpoints'
import { useQuery } from '@tanstack/react-query'
import { pageMeta } from '#platform/page/meta.ts'
import { Card } from '#ui/layout/card.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Page } from '#ui/layout/page.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { AboutLinks } from './about-links.tsx'
import { DoneButton } from './done-button.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxList } from './inbox-list.tsx'
import { LodgementAnswers } from './lodgement-answers.tsx'
import { inboxLodgements } from './queries.ts'
import { useInboxFilter } from './use-inbox-filter.ts'

export const meta = () => pageMeta({ title: 'Lodgements' })

/** Submitted claims and deductions forms, without their encrypted parts. */
export default function LodgementsPage() {
  const inbox = useInboxFilter({ search: 'q', id: 'lodgement' })
  return (
    <Page
      title="Lodgements"
      lead="Spouse details and income are encrypted and not shown here. We delete lodgements 90 days after they’re marked as done, and after two years at the latest."
    >
      <InboxFilters inbox={inbox} label="Search by name, email or reference" item="lodgement" />
      <InboxList
        label="Lodgements"
        empty={inbox.isFiltered ? 'No matching lodgements.' : 'No lodgements yet.'}
        query={useQuery(inboxLodgements(inbox.filter))}
      >
        {(lodgement) => <Lodgement lodgement={lodgement} />}
      </InboxList>
    </Page>
  )
}

function Lodgement({ lodgement }: { lodgement: InboxLodgement }) {
  const { _id, reference, fullName, email, phoneNumber, incomeYear, createdAt, isDone } = lodgement
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{fullName}</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {email} · <span className="whitespace-nowrap">{phoneNumber}</span>
          </p>
        </div>
        <span className="flex items-center gap-2 text-sm text-soft">
          {isDone && <Badge tone="leaf">Done</Badge>}
          <Moment at={createdAt} />
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <span className="figures font-semibold">{reference}</span>
        <span>Income year {formatIncomeYear(incomeYear)}</span>
      </p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-leaf-deep">
          Answers
        </summary>
        <LodgementAnswers lodgement={lodgement} />
      </details>
      <AboutLinks itemId={_id} />
      <div className="flex justify-end">
        <DoneButton itemId={_id} isDone={isDone} />
      </div>
    </Card>
  )
}
