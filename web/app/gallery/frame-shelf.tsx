import { FolderOpen, House, ScanLine, Upload, User } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AppShell, type ShellItem } from '#ui/layout/app-shell.tsx'
import { DownloadProgress } from '#ui/data/download.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Shelf } from './shelf.tsx'

const items: ShellItem[] = [
  { to: '/gallery', label: 'Dashboard', icon: House },
  { to: '/categories', label: 'Categories', icon: FolderOpen },
  { to: '/capture', label: 'Scan', icon: ScanLine },
  { to: '/custom-upload', label: 'Upload', icon: Upload, onLocked: () => undefined },
  { to: '/profile', label: 'Profile', icon: User },
]

/** The frame of the screens, around the gallery itself: one place current, one raised, one closed. */
export function InFrame({ children }: { children: ReactNode }) {
  return (
    <AppShell
      brand={<span className="font-heading text-xl font-bold">Docketbox</span>}
      items={items}
      bar={items.map(({ to }) => to)}
      footer={<p className="text-sm text-soft">The foot of every screen.</p>}
      onSignOut={() => undefined}
    >
      {children}
    </AppShell>
  )
}

export function SearchShelf() {
  const [text, setText] = useState('')
  return (
    <Shelf title="Searching and saving">
      <SearchField label="Search receipts" text={text} onText={setText} />
      <DownloadProgress
        label="Travel expenses.zip"
        progress={{ sentBytes: 1_300_000, totalBytes: 4_100_000 }}
        onStop={() => undefined}
      />
    </Shelf>
  )
}
