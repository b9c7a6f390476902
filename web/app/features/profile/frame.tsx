import { paths } from '@docketbox/contract/core/paths'
import { BadgeCheck, FolderDown, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { homePath, useSession } from '#platform/session/session.ts'
import { Page } from '#ui/layout/page.tsx'

const links = [
  { to: paths.profile, label: 'Details', Icon: UserRound },
  { to: paths.security, label: 'Security', Icon: ShieldCheck },
  { to: paths.data, label: 'Your data', Icon: FolderDown },
]
/** Administrators have no subscription. */
const userLinks = [...links, { to: paths.manageSubscription, label: 'Subscription', Icon: BadgeCheck }]

/** The frame of the profile's screens: back link, heading and side menu. */
export function ProfileFrame({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  return (
    <Page title={title} back={{ to: homePath(session), label: 'Dashboard' }}>
      <div className="grid items-start gap-6 lg:grid-cols-[12rem_1fr]">
        <nav aria-label="Profile" className="flex flex-wrap gap-x-2 lg:grid">
          {(session?.role === 'User' ? userLinks : links).map(({ to, label, Icon }) => (
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
        <div className="grid max-w-2xl grid-cols-1 gap-6">{children}</div>
      </div>
    </Page>
  )
}
