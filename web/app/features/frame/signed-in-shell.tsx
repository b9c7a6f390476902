import {
  BadgeCheck,
  Camera,
  CreditCard,
  FolderOpen,
  Inbox,
  LayoutDashboard,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  Upload,
  UserRound,
  Users,
  FileText,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Session } from '#platform/session/session.ts'
import { AppShell, type ShellItem } from '#ui/layout/app-shell.tsx'
import { Brand } from './brand.tsx'
import { Disclaimer } from './disclaimer.tsx'

type Places = { home: string; items: ShellItem[]; bar: string[]; menu?: ShellItem[] }

const userPlaces: Places = {
  home: '/dashboard',
  items: [
    { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
    { to: '/capture', label: 'Scan', icon: Camera },
    { to: '/custom-upload', label: 'Upload', icon: Upload },
    { to: '/categories', label: 'Category', barLabel: 'Categories', icon: FolderOpen },
    { to: '/payment-history', label: 'Payment History', icon: ReceiptText },
    { to: '/profile', label: 'Profile', icon: UserRound },
  ],
  bar: ['/dashboard', '/categories', '/capture', '/custom-upload', '/profile'],
  menu: [{ to: '/upgrade', label: 'Manage Subscription', icon: BadgeCheck }],
}

const adminItems: ShellItem[] = [
  { to: '/admin-dashboard', label: 'Subscribers', icon: Users, isExact: true },
  { to: '/admin-dashboard/messages', label: 'Messages', icon: Inbox },
  { to: '/admin-dashboard/lodgements', label: 'Lodgements', icon: FileText },
]
const paymentsItem: ShellItem = { to: '/admin-dashboard/payments', label: 'Payments', icon: CreditCard }
const superAdminItems: ShellItem[] = [
  { to: '/admin-dashboard/administrators', label: 'Administrators', icon: ShieldCheck },
  { to: '/admin-dashboard/audit-log', label: 'Audit log', icon: ScrollText },
]
const profileItem: ShellItem = { to: '/profile', label: 'Profile', icon: UserRound }

function placesOf(role: Session['role']): Places {
  if (role === 'User') return userPlaces
  const items = [...adminItems, paymentsItem, ...(role === 'Super Admin' ? superAdminItems : []), profileItem]
  return { home: '/admin-dashboard', items, bar: [...adminItems, profileItem].map(({ to }) => to) }
}

type SignedInShellProps = {
  role: Session['role']
  onSignOut: () => void
  /** Changes single places, e.g. those that a lapsed plan locks. */
  adjust?: (item: ShellItem) => ShellItem
  aside?: ReactNode
  children: ReactNode
}

/** The frame of every screen behind the login, with the places that this role has. */
export function SignedInShell({ role, onSignOut, adjust, aside, children }: SignedInShellProps) {
  const { home, items, bar, menu = [] } = placesOf(role)
  return (
    <AppShell
      brand={<Brand to={home} />}
      items={adjust ? items.map(adjust) : items}
      bar={bar}
      menu={menu}
      aside={aside}
      footer={<Disclaimer />}
      onSignOut={onSignOut}
    >
      {children}
    </AppShell>
  )
}
