import { paths } from '@docketbox/contract/core/paths'
import { Users } from 'lucide-react'
import { readSession } from '#platform/session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'

/** Whether this browser has an account’s list of what’s shared with it. */
export function hasClientList(): boolean {
  return readSession()?.role === 'User'
}

/** Leads back to that list. Reloads the page, so that nothing of the share is left in it. */
export function ClientsLink() {
  if (!hasClientList()) return null
  return (
    <ButtonLink reloadDocument to={paths.clients} variant="secondary" icon={Users}>
      Shared with you
    </ButtonLink>
  )
}
