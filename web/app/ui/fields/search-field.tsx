import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { Search } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { Input } from '#ui/controls/input.tsx'

const DEBOUNCE_MS = 250

type SearchFieldProps = {
  label: string
  text: string
  /** Called when typing pauses, and on Enter. */
  onText: (text: string) => void
  maxLength?: number
}

/** A search field; pressing `/` focuses it. */
export function SearchField({ label, text, onText, maxLength = MAX_LENGTH.search }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  const [sentText, setSentText] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input)

  if (lastText !== text) {
    setLastText(text)
    // Changed by Back or another filter, not by what was typed here.
    if (sentText !== text) {
      setSentText(text)
      setTyped(text)
    }
  }
  const search = useCallback(
    (next: string) => {
      setSentText(next)
      onText(next)
    },
    [onText],
  )
  useEffect(() => {
    const next = typed.trim()
    if (next === text) return
    const timer = setTimeout(() => search(next), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, search])

  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3.5 size-5 text-soft" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        className="pl-11"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed.trim() !== text && search(typed.trim())}
      />
    </div>
  )
}

/** Whether a press of this key is a shortcut of the screen, rather than input for a field or a dialog. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const isPressed = event.key === key && !hasModifier && !event.defaultPrevented && !hasOwnKeys(event)
  return isPressed && hasCharacterKeys()
}

/** What's typed in these is meant for them. */
const OWN_KEYS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

function hasOwnKeys({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null
}

function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])
}
