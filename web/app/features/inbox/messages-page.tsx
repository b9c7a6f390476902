import type { InboxMessage } from '@docketbox/contract/inbox/endpoints'
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
import { inboxMessages } from './queries.ts'
import { useInboxFilter } from './use-inbox-filter.ts'

export const meta = () => pageMeta({ title: 'Messages' })

export default function MessagesPage() {
  const inbox = useInboxFilter({ search: 'email', id: 'message' })
  return (
    <Page title="Messages">
      <InboxFilters inbox={inbox} label="Search by email" item="message" />
      <InboxList
        label="Messages"
        empty={inbox.isFiltered ? 'No matching messages.' : 'No messages yet.'}
        query={useQuery(inboxMessages(inbox.filter))}
      >
        {(message) => <Message message={message} />}
      </InboxList>
    </Page>
  )
}

function Message({ message }: { message: InboxMessage }) {
  const { _id, email, phoneNumber, feedback, createdAt, isDone, user } = message
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-semibold break-all">
          <a href={`mailto:${email}`} className="text-leaf-deep hover:underline">
            {email}
          </a>
        </p>
        <span className="flex items-center gap-2 text-sm text-soft">
          {isDone && <Badge tone="leaf">Done</Badge>}
          <Moment at={createdAt} />
        </span>
      </div>
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{feedback}</p>
      <AboutLinks itemId={_id} user={user} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a
          href={`tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`}
          className="text-sm text-soft hover:underline"
        >
          {phoneNumber}
        </a>
        <DoneButton itemId={_id} isDone={isDone} />
      </div>
    </Card>
  )
}
