import { securityEvents } from '@docketbox/contract/core/security/security-events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortTime } from '#platform/format/dates.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { eventPage } from '../queries.ts'

/** Logins, failed logins and changes to how the user logs in, newest first. */
export function ActivityCard() {
  const [page, setPage] = useState(1)
  const query = useQuery(eventPage(page))
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg">Security activity</h2>
        <p className="text-soft">Logins and changes in the last 12 months.</p>
      </div>
      <QueryView
        query={query}
        loading={<Loading label="Loading your security activity" blocks={['h-14', 'h-14', 'h-14', 'h-14']} />}
        error="We couldn’t load your security activity."
        isEmpty={({ docs }) => docs.length === 0}
        empty={<p className="text-soft">No activity yet.</p>}
      >
        {({ docs, page: shown, totalPages }) => (
          <>
            <ul className="grid divide-y divide-line" aria-busy={query.isPlaceholderData}>
              {docs.map(({ _id, at, kind, device }) => (
                <li
                  key={_id}
                  className="grid gap-x-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
                >
                  <div>
                    <p className="font-semibold">{securityEvents[kind]}</p>
                    {device !== null && <p className="text-sm text-soft">{device}</p>}
                  </div>
                  <time dateTime={at} className="figures text-sm text-soft">
                    {shortTime(at)}
                  </time>
                </li>
              ))}
            </ul>
            <Pagination label="Security activity" page={shown} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryView>
    </Card>
  )
}
