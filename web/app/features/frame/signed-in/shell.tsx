import { paths } from '@docketbox/contract/core/paths'
import {
  BadgeCheck,
  CalendarRange,
  Camera,
  ChartColumn,
  CreditCard,
  DatabaseBackup,
  FolderOpen,
  Inbox,
  LayoutDashboard,
  MessageCircleQuestion,
  Receipt,
  ReceiptText,
  ScanText,
  ScrollText,
  Share2,
  ShieldCheck,
  TicketPercent,
  Timer,
  Upload,
  UserRound,
  Users,
  FileText,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Session } from '#platform/session/session.ts'
import { ShortcutsButton, useShortcutsDialog } from '#ui/shortcuts/button.tsx'
import { useSearchKey } from './use-search-key.ts'
import { AppShell, type ShellItem } from '#ui/layout/app-shell.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { Brand } from '../brand.tsx'
import { Disclaimer } from '../disclaimer.tsx'

/** The records of a year are below it. */
const isOfRecords = (pathname: string) => /^\/years\/[^/]+\/records/.test(pathname)

type Navigation = { home: string; items: ShellItem[]; bar: string[]; menu?: ShellItem[] }

const userNavigation: Navigation = {
  home: paths.dashboard,
  items: [
    { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
    { to: paths.capture, label: 'Scan', icon: Camera },
    { to: paths.upload, label: 'Upload', icon: Upload },
    { to: paths.toFile, label: 'To file', icon: Inbox },
    { to: paths.receipts, label: 'Receipts', icon: Receipt },
    { to: paths.categories, label: 'Categories', icon: FolderOpen },
    {
      to: paths.years,
      label: 'Income years',
      icon: CalendarRange,
      isCurrentAt: (pathname) => pathname.startsWith(paths.years) && !isOfRecords(pathname),
    },
    { to: paths.currentRecords, label: 'Records', icon: Timer, isCurrentAt: isOfRecords },
    { to: paths.shares, label: 'Sharing', icon: Share2 },
    { to: paths.payments, label: 'Payment History', icon: ReceiptText },
    { to: paths.profile, label: 'Profile', icon: UserRound },
    { to: paths.contact, label: 'Contact us', icon: MessageCircleQuestion },
  ],
  bar: [paths.dashboard, paths.receipts, paths.capture, paths.toFile, paths.profile],
  menu: [{ to: paths.manageSubscription, label: 'Manage Subscription', icon: BadgeCheck }],
}

const adminItems: ShellItem[] = [
  { to: paths.admin, label: 'Subscribers', icon: Users, isExact: true },
  { to: paths.adminMessages, label: 'Messages', icon: Inbox },
  { to: paths.adminLodgements, label: 'Lodgements', icon: FileText },
  { to: paths.adminPayments, label: 'Payments', icon: CreditCard },
  { to: paths.adminFinance, label: 'Finance', icon: ChartColumn },
  { to: paths.adminPromotions, label: 'Promotions', icon: TicketPercent },
  { to: paths.adminReading, label: 'Reading', icon: ScanText },
  { to: paths.adminBackups, label: 'Backups', icon: DatabaseBackup },
]
const superAdminItems: ShellItem[] = [
  { to: paths.adminAdministrators, label: 'Administrators', icon: ShieldCheck },
  { to: paths.adminAuditLog, label: 'Audit log', icon: ScrollText },
]
const profileItem: ShellItem = { to: paths.profile, label: 'Profile', icon: UserRound }

function navigationFor(role: Session['role']): Navigation {
  if (role === 'User') return userNavigation
  const items = [...adminItems, ...(role === 'Super Admin' ? superAdminItems : []), profileItem]
  const bar = [paths.admin, paths.adminMessages, paths.adminLodgements, paths.profile]
  return { home: paths.admin, items, bar }
}

type SignedInShellProps = {
  role: Session['role']
  onSignOut: () => void
  /** Changes single items, such as those an ended plan locks. */
  adjust: (item: ShellItem) => ShellItem
  aside: ReactNode
  children: ReactNode
}

/** The frame of every signed-in screen, with the navigation of its role. */
export function SignedInShell({ role, onSignOut, adjust, aside, children }: SignedInShellProps) {
  const { home, items, bar, menu = [] } = navigationFor(role)
  useSearchKey(role === 'User')
  const { show, dialog } = useShortcutsDialog(role === 'User')
  return (
    <AppShell
      brand={<Brand to={home} />}
      items={items.map(adjust)}
      bar={bar}
      menu={menu}
      aside={aside}
      shortcuts={<ShortcutsButton onPress={show} />}
      onShortcuts={show}
      footer={<Footer />}
      onSignOut={onSignOut}
    >
      {children}
      {dialog}
    </AppShell>
  )
}

function Footer() {
  return (
    <Disclaimer>
      {/* A phone's screen has no room for them. The page of “Contact us” has them, too. */}
      <span className="max-lg:hidden">
        {' '}
        <TextLink to={paths.privacy}>Privacy</TextLink> · <TextLink to={paths.terms}>Terms</TextLink>
      </span>
    </Disclaimer>
  )
}
