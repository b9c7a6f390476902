import { Keyboard } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { isShortcut } from '#ui/fields/search-field.tsx'

const Shortcuts = lazy(async () => ({
  default: (await retryWhenOnline(() => import('./shortcuts.tsx'))).Shortcuts,
}))

type ShortcutsButtonProps = { isUser: boolean }

/** Shows the keyboard shortcuts, which `?` does too. They're loaded on the first press. */
export function ShortcutsButton({ isUser }: ShortcutsButtonProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (isShortcut(event, '?')) setIsOpen(true)
    }
    document.addEventListener('keydown', show)
    return () => document.removeEventListener('keydown', show)
  }, [])
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-keyshortcuts={hasCharacterKeys() ? '?' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <Keyboard className="size-5" />
      </IconButton>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <Shortcuts isUser={isUser} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
