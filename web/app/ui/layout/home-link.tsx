import { homePath, useSession } from '#platform/session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'

/** Links to the dashboard, or to the landing page for guests. */
export function HomeLink() {
  const session = useSession()
  return (
    <ButtonLink to={homePath(session)} className="justify-self-center">
      {session ? 'Go to Dashboard' : 'Go to Homepage'}
    </ButtonLink>
  )
}
