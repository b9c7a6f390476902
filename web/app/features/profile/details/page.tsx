import { user as userSchema, type User } from '@docketbox/contract/core/people/identity'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { useState } from 'react'
import { TaxQuestions } from '#features/receipts'
import { pageMeta } from '#platform/page/meta.ts'
import { useStoredUser } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LeaveGuard, useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { ProfileFrame } from '../frame.tsx'
import { ProfileForm } from './form.tsx'
import { StorageCard } from './storage-card.tsx'
import { useFreshUser } from '../stored-user.ts'
import { StoredDetails } from './stored-details.tsx'

export const meta = () => pageMeta({ title: 'Profile' })

export default function ProfilePage() {
  useFreshUser()
  const { success, data: user } = userSchema.safeParse(useStoredUser())
  return (
    <ProfileFrame title="Profile">
      {success ? <Details user={user} /> : <ErrorNotice>{profileTexts.noStoredUser}</ErrorNotice>}
    </ProfileFrame>
  )
}

function Details({ user }: { user: User }) {
  // As it was when editing began: what arrives meanwhile isn't an edit.
  const [edited, setEdited] = useState<User>()
  const [hasChanges, setHasChanges] = useState(false)
  const stopEditing = () => setEdited(undefined)
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, stopEditing)
  return (
    <LeaveGuard>
      <Card className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-heading text-xl font-bold">
              {user.firstName} {user.lastName}
            </p>
            <p className="text-soft wrap-anywhere">{user.email}</p>
          </div>
          <Button variant="secondary" onClick={edited ? requestClose : () => setEdited(user)}>
            {edited ? 'Cancel Editing' : 'Edit Profile'}
          </Button>
        </div>
        {edited ? (
          <ProfileForm user={edited} onHasChanges={setHasChanges} onSaved={stopEditing} />
        ) : (
          <StoredDetails user={user} />
        )}
        {confirmation}
      </Card>
      {user.role === 'User' && (
        <>
          <Card className="grid gap-5">
            <div>
              <h2 className="text-lg">Your tax return</h2>
              <p className="text-sm text-soft">
                We use your answers to suggest deduction labels and to check your invoices.
              </p>
            </div>
            <TaxQuestions isAlwaysShown />
          </Card>
          <StorageCard />
        </>
      )}
    </LeaveGuard>
  )
}
