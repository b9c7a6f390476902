import { homePath, useSession } from '#platform/session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'

/** Leads to the dashboard when logged in, otherwise to the landing page. */
export function HomeLink() {
  const session = useSession()
  return (
    <ButtonLink to={homePath(session)} className="justify-self-center">
      {session ? 'Go to Dashboard' : 'Go to Homepage'}
    </ButtonLink>
  )
}
