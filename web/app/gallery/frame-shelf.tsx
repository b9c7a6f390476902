import { FolderOpen, House, ScanLine, Upload, User } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AppShell, type ShellItem } from '#ui/layout/app-shell.tsx'
import { DownloadProgress } from '#ui/data/download.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Shelf } from './shelf.tsx'

const items: ShellItem[] = [
  { to: '/', label: 'Dashboard', icon: House },
  { to: '/categories', label: 'Categories', icon: FolderOpen },
  { to: '/capture', label: 'Scan', icon: ScanLine },
  { to: '/custom-upload', label: 'Upload', icon: Upload, onLocked: () => undefined },
  { to: '/profile', label: 'Profile', icon: User },
]

/** The shell around the gallery, with a current, a raised and a locked item. */
export function InFrame({ children }: { children: ReactNode }) {
  return (
    <AppShell
      brand={<span className="font-heading text-xl font-bold">Docketbox</span>}
      items={items}
      bar={items.map(({ to }) => to)}
      footer={<p className="text-sm text-soft">The footer of every screen.</p>}
      onSignOut={() => undefined}
    >
      {children}
    </AppShell>
  )
}

export function SearchShelf() {
  const [text, setText] = useState('')
  return (
    <Shelf title="Search and download">
      <SearchField label="Search receipts" text={text} onText={setText} />
      <DownloadProgress
        label="Travel expenses.zip"
        progress={{ sentBytes: 1_300_000, totalBytes: 4_100_000 }}
        onStop={() => undefined}
      />
    </Shelf>
  )
}
