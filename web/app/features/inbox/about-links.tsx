import { paths, withQuery } from '@docketbox/contract/core/paths'
import { useSession } from '#platform/session/session.ts'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Links from a message or lodgement to its sender's account and payments, and to its audit entries. */
export function AboutLinks({ itemId, user = null }: { itemId: string; user?: string | null }) {
  const isSuperAdmin = useSession()?.role === 'Super Admin'
  const links = {
    ...(user && {
      Account: withQuery(paths.admin, { person: user }),
      Payments: withQuery(paths.adminPayments, { user }),
    }),
    ...(isSuperAdmin && { 'Audit log': withQuery(paths.adminAuditLog, { target: itemId }) }),
  }
  if (Object.keys(links).length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {Object.entries(links).map(([label, to]) => (
        <TextLink key={label} to={to} className="inline-flex min-h-11 items-center sm:min-h-6">
          {label}
        </TextLink>
      ))}
    </p>
  )
}
