import { ArrowLeft, BadgeCheck, FolderDown, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '#platform/session/session.ts'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

const places = [
  { to: '/profile', label: 'Details', Icon: UserRound },
  { to: '/profile/security', label: 'Security', Icon: ShieldCheck },
  { to: '/profile/data', label: 'Your data', Icon: FolderDown },
]
/** Administrators have no plan. */
const plan = { to: '/upgrade', label: 'Plan', Icon: BadgeCheck }

/** Heading, way back and side menu of the profile's screens. */
export function ProfileFrame({ title, children }: { title: string; children: ReactNode }) {
  const role = useSession()?.role
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PageHeading>{title}</PageHeading>
        <TextLink
          to={role === 'User' ? '/dashboard' : '/admin-dashboard'}
          className="inline-flex items-center gap-1.5"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Dashboard
        </TextLink>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[12rem_1fr]">
        <nav aria-label="Profile" className="flex flex-wrap gap-x-2 lg:grid">
          {(role === 'User' ? [...places, plan] : places).map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center gap-2.5 rounded-md px-3 font-semibold text-soft hover:bg-leaf-tint aria-[current=page]:bg-leaf-tint aria-[current=page]:text-leaf-deep"
            >
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="grid max-w-2xl gap-6">{children}</div>
      </div>
    </div>
  )
}
