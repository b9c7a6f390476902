import { user as userSchema, type User } from '@docketbox/contract/core/identity'
import { profileTexts } from '@docketbox/contract/profile/texts'
import { useState } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { useStoredUser } from '#platform/session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ProfileForm } from './form.tsx'
import { ProfileFrame } from '../frame.tsx'

export const meta = () => pageMeta({ title: 'Profile' })

export default function ProfilePage() {
  const stored = userSchema.safeParse(useStoredUser())
  return (
    <ProfileFrame title="Profile">
      {stored.success ? (
        <Details user={stored.data} />
      ) : (
        <Notice tone="danger" role="alert">
          {profileTexts.noStoredUser}
        </Notice>
      )}
    </ProfileFrame>
  )
}

function Details({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-heading text-xl font-bold">
            {user.firstName} {user.lastName}
          </p>
          <p className="text-soft wrap-anywhere">{user.email}</p>
        </div>
        <Button variant="secondary" onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? 'Cancel Editing' : 'Edit Profile'}
        </Button>
      </div>
      {/* Another form each time, so that cancelling forgets what was typed. */}
      <ProfileForm
        key={isEditing ? 'editing' : 'reading'}
        user={user}
        isEditing={isEditing}
        onSaved={() => setIsEditing(false)}
      />
    </Card>
  )
}
