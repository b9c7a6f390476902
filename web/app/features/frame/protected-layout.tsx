import { Camera, FolderOpen, LayoutDashboard, ReceiptText, Upload, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AppShell, type ShellItem } from '#ui/app-shell'
import { endSession, useSession } from '#platform/session'
import { Brand } from './brand.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const items: ShellItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/capture', label: 'Scan', icon: Camera },
  { to: '/custom-upload', label: 'Upload', icon: Upload },
  { to: '/categories', label: 'Category', barLabel: 'Categories', icon: FolderOpen },
  { to: '/payment-history', label: 'Payment History', icon: ReceiptText },
  { to: '/profile', label: 'Profile', icon: UserRound },
]
const bar = ['/dashboard', '/categories', '/capture', '/custom-upload', '/profile']

/** Screens for people who are signed in: guard, then the shell around the screen. */
export default function ProtectedLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [isLeaving, setIsLeaving] = useState(false)
  if (!session) return <SignInFirst returnTo={isLeaving ? undefined : pathname + search} />

  const leave = () => {
    setIsLeaving(true)
    endSession()
  }
  return (
    <AppShell brand={<Brand to="/dashboard" />} items={items} bar={bar} onSignOut={leave}>
      <Outlet />
    </AppShell>
  )
}
