import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageMeta } from '#platform/page/meta.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { ProfileFrame } from '../frame.tsx'
import { security } from '../queries.ts'
import { useFreshUser } from '../stored-user.ts'
import { ActivityCard } from './activity-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { TwoStepCard } from './two-step/card.tsx'

export const meta = () => pageMeta({ title: 'Security' })

export default function SecurityPage() {
  useFreshUser()
  const [hasNewCodes, setHasNewCodes] = useState(false)
  return (
    <ProfileFrame title="Security">
      <QueryView
        query={useQuery(security)}
        loading={
          <Loading
            label="Loading your security settings"
            className="grid gap-6"
            blocks={['h-44', 'h-44', 'h-72', 'h-64', 'h-72']}
          />
        }
        error="We couldn’t load your security settings."
      >
        {(settings) => (
          <LeaveGuard>
            <TwoStepCard security={settings} hasNewCodes={hasNewCodes} />
            <PasskeysCard security={settings} onNewCodes={setHasNewCodes} />
            <PasswordCard security={settings} />
            <EmailCard security={settings} />
            <DevicesCard />
            <ActivityCard />
          </LeaveGuard>
        )}
      </QueryView>
    </ProfileFrame>
  )
}
