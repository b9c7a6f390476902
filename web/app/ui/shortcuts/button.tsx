import { Keyboard } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { isShortcut } from '#ui/fields/search-field.tsx'

const Shortcuts = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./dialog.tsx'))).Shortcuts,
}))

/** The dialog with the keyboard shortcuts, which `?` shows too. It's loaded on the first press. */
export function useShortcutsDialog(isUser: boolean): { show: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState<boolean>()
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (isShortcut(event, '?')) setIsOpen(true)
    }
    document.addEventListener('keydown', show)
    return () => document.removeEventListener('keydown', show)
  }, [])
  return {
    show: () => setIsOpen(true),
    dialog: isOpen !== undefined && (
      <Suspense fallback={null}>
        <Shortcuts isUser={isUser} open={isOpen} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}

export function ShortcutsButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton
      icon={Keyboard}
      label="Keyboard shortcuts"
      aria-haspopup="dialog"
      aria-keyshortcuts={hasCharacterKeys() ? '?' : undefined}
      onClick={onPress}
    />
  )
}
