import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { useFragment } from '#platform/page/use-fragment.ts'
import { useGuestToken } from '#platform/session/guest-session.ts'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { ClientsLink, hasClientList } from './clients-link.tsx'
import { Enter } from './enter.tsx'
import { RoomFrame } from './frame.tsx'
import { RoomSkeleton } from './skeleton.tsx'
import { RoomView } from './view.tsx'

export const meta = () =>
  pageMeta({ title: 'Shared records', description: 'Receipts and tax records that were shared with you.' })

/** What someone shares: opened with a mailed link, or from the client list. */
export default function RoomPage() {
  const fragment = useFragment()
  const token = useGuestToken()
  // Also true once a session has been in use and ended.
  const [hadToken, setHadToken] = useState(false)
  if (token !== undefined && !hadToken) setHadToken(true)
  const link = fragment?.get('token')
  return (
    <RoomFrame>
      {!fragment ? (
        <RoomSkeleton />
      ) : link ? (
        <Enter key={link} link={link} />
      ) : token ? (
        <Room key={token} />
      ) : (
        <Page
          width="message"
          title={hadToken ? 'You’re no longer viewing these records' : 'Open the link in your email'}
        >
          <p className="text-soft">
            {!hadToken
              ? 'Your invitation email has a link to the records.'
              : hasClientList()
                ? 'To view them again, open them in “Shared with you”, or open the link in your email. If neither works, your access may have ended: ask the person who invited you.'
                : 'To view them again, open the link in your email. If it doesn’t work, your access may have ended: ask the person who invited you.'}
          </p>
          <ClientsLink />
        </Page>
      )}
    </RoomFrame>
  )
}

/** With a separate cache, so that shared data never mixes with the records of an account. */
function Room() {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <LeaveGuard>
        <RoomView />
      </LeaveGuard>
    </QueryClientProvider>
  )
}
