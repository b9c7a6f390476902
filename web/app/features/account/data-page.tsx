import { paths } from '@docketbox/contract/core/paths'
import { ProfileFrame } from '#features/profile'
import { ReadAllCard } from '#features/receipts'
import { pageMeta } from '#platform/page/meta.ts'
import { useSession } from '#platform/session/session.ts'
import { TextLink } from '#ui/layout/text-link.tsx'
import { CloseCard } from './close-card.tsx'
import { ExportCard } from './export-card.tsx'

export const meta = () => pageMeta({ title: 'Your data' })

export default function DataPage() {
  const isUser = useSession()?.role === 'User'
  return (
    <ProfileFrame title="Your data">
      <ExportCard />
      {isUser && <ReadAllCard />}
      {isUser && <CloseCard />}
      <p className="text-soft">
        What we collect, who sees it and how long we keep it:{' '}
        <TextLink to={paths.privacy}>privacy policy</TextLink>
      </p>
    </ProfileFrame>
  )
}
