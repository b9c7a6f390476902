import { paths } from '@docketbox/contract/core/paths'
import type { Room } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { years } from '#features/years'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { useDialogEntry } from '../dialog-entry.ts'
import { clientList, roomNotes, shares } from '../queries.ts'
import { yearToShare } from '../years.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { Questions } from './questions.tsx'
import { ShareRow } from './share-row.tsx'

const loading = <Loading label="Loading shares" blocks={['h-28', 'h-28']} />

export const meta = () => pageMeta({ title: 'Sharing' })

const activeFirst = (one: Room, other: Room) =>
  Number(other.status === 'active') - Number(one.status === 'active')

/** Who the owner shares income years with, what they opened and what they ask. */
export default function SharesPage() {
  const list = useQuery(shares)
  const clients = useQuery(clientList)
  const { data: yearList } = useQuery(years)
  const invitation = useDialogEntry('invite')
  const inviteButton = (
    <Button icon={UserPlus} onClick={() => invitation.open(yearToShare(yearList?.docs ?? [], today()))}>
      Invite your accountant
    </Button>
  )
  const notes = useQuery(roomNotes({}))
  // Notes say what was reviewed, which would push down “Revoke access” when it’s about to be pressed.
  const isLoadingNotes = notes.data === undefined && notes.errorUpdateCount === 0
  const hasShares = list.data !== undefined && list.data.docs.length > 0
  return (
    <LeaveGuard>
      <Page
        title="Sharing"
        lead="Let your accountant or tax agent view whole income years. They can’t change anything, and you can end their access at any time."
        actions={
          <div className="flex flex-wrap gap-3">
            {clients.data && clients.data.docs.length > 0 && (
              <ButtonLink to={paths.clients} variant="secondary" icon={Users}>
                Shared with you
              </ButtonLink>
            )}
            {hasShares && inviteButton}
          </div>
        }
      >
        <QueryView
          query={list}
          loading={loading}
          error="We couldn’t load your shares."
          isEmpty={({ docs }) => docs.length === 0}
          empty={
            <EmptyState title="You’re not sharing anything." action={inviteButton}>
              Choose the income years and the last day of access. We’ll email a link that works once.
            </EmptyState>
          }
        >
          {({ docs }) =>
            isLoadingNotes ? (
              loading
            ) : (
              <>
                <ul aria-label="Shares" className="grid gap-4">
                  {docs.toSorted(activeFirst).map((room) => (
                    <li key={room._id}>
                      <ShareRow room={room} />
                    </li>
                  ))}
                </ul>
                <Questions query={notes} rooms={docs} />
              </>
            )
          }
        </QueryView>
        {invitation.value !== '' && <InviteDialog incomeYear={invitation.value} onClose={invitation.close} />}
      </Page>
    </LeaveGuard>
  )
}
