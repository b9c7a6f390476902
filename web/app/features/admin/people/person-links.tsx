import type { Subscriber } from '@docketbox/contract/admin/endpoints'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { useSession } from '#platform/session/session.ts'
import { TextLink } from '#ui/layout/text-link.tsx'

export function PersonLinks({ person: { _id, email } }: { person: Subscriber }) {
  const isSuperAdmin = useSession()?.role === 'Super Admin'
  const links = [
    { label: 'Payments', to: withQuery(paths.adminPayments, { user: _id }) },
    { label: 'Messages', to: withQuery(paths.adminMessages, { email }) },
    ...(isSuperAdmin ? [{ label: 'Audit log', to: withQuery(paths.adminAuditLog, { email }) }] : []),
  ]
  return (
    <span className="flex flex-wrap gap-x-4 max-sm:-my-2.5">
      {links.map(({ label, to }) => (
        <TextLink key={label} to={to} className="inline-flex min-h-11 items-center sm:min-h-6">
          {label}
        </TextLink>
      ))}
    </span>
  )
}
