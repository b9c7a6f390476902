import { paths } from '@docketbox/contract/core/paths'
import type { ReactNode } from 'react'
import { Brand, Disclaimer } from '#features/frame'
import { SkipLink } from '#ui/layout/navigation/skip-link.tsx'
import { ShortcutsButton, useShortcutsDialog } from '#ui/shortcuts/button.tsx'
import { ThemeSwitch } from '#ui/theme/switch.tsx'

/** The frame of the guest's screen: no navigation, because most guests have nowhere else to go. */
export function RoomFrame({ children }: { children: ReactNode }) {
  const { show, dialog } = useShortcutsDialog(false)
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-6">
      <SkipLink />
      <header className="flex min-h-16 items-center border-b border-line print:hidden">
        <Brand to={paths.room} />
      </header>
      <main id="content" tabIndex={-1} className="grow py-6 outline-none sm:py-8">
        {children}
      </main>
      {/* Left out below what's loading, which may be higher than what follows. */}
      <footer className="in-[:has([data-room-skeleton])]:hidden flex flex-wrap items-center justify-between gap-4 py-6 print:hidden">
        <Disclaimer />
        <div className="flex items-center gap-2">
          <ThemeSwitch />
          <ShortcutsButton onPress={show} />
        </div>
      </footer>
      {dialog}
    </div>
  )
}
