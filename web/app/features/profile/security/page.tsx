import { useQuery } from '@tanstack/react-query'
import { pageMeta } from '#platform/page/meta.ts'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileFrame } from '../frame.tsx'
import { security } from '../queries.ts'
import { SecondFactorCard } from './two-step-card.tsx'

export const meta = () => pageMeta({ title: 'Security' })

export default function SecurityPage() {
  const { data, isError, isRefetching, refetch } = useQuery(security)
  return (
    <ProfileFrame title="Security">
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          Your security settings could not be loaded.
        </ErrorState>
      )}
      {!data && !isError && (
        <Loading label="Loading your security settings" className="grid gap-6">
          <Skeleton className="h-48" />
          <Skeleton className="h-64" />
        </Loading>
      )}
      {data && (
        <>
          <SecondFactorCard security={data} />
          <PasskeysCard security={data} />
          <PasswordCard security={data} />
          <EmailCard security={data} />
          <DevicesCard />
        </>
      )}
    </ProfileFrame>
  )
}
