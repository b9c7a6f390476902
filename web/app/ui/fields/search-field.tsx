import { Search } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Input } from '#ui/controls/input.tsx'

const PAUSE_MS = 250

type SearchFieldProps = {
  label: string
  text: string
  /** Told a moment after the typing stops, and at once on Enter. */
  onText: (text: string) => void
  maxLength?: number
}

/** A line to search with; `/` brings the focus here. */
export function SearchField({ label, text, onText, maxLength = 100 }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  const [told, setTold] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input)

  if (known !== text) {
    setKnown(text)
    // Back, or another filter, changed it from outside. What was told from here leaves alone what is typed since.
    if (told !== text) {
      setTold(text)
      setTyped(text)
    }
  }
  const tell = useCallback(
    (words: string) => {
      setTold(words)
      onText(words)
    },
    [onText],
  )
  useEffect(() => {
    const words = typed.trim()
    if (words === text) return
    const later = setTimeout(() => tell(words), PAUSE_MS)
    return () => clearTimeout(later)
  }, [typed, text, tell])

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
        onKeyDown={(event) => event.key === 'Enter' && tell(typed.trim())}
      />
    </div>
  )
}

/** `/` moves the focus to the field, unless it is being typed somewhere. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest(
        'input, textarea, select, [contenteditable], [role=dialog]',
      )
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])
}
