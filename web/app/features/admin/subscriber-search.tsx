import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Input } from '#ui/input'

const PAUSE_MS = 250

type SubscriberSearchProps = { email: string; onEmail: (email: string) => void }

/** Finds part of an e-mail, a moment after the typing stops. `/` brings the focus here. */
export function SubscriberSearch({ email, onEmail }: SubscriberSearchProps) {
  const [typed, setTyped] = useState(email)
  const [searched, setSearched] = useState(email)

  // Back, or another filter, changed it from outside.
  if (searched !== email) {
    setSearched(email)
    setTyped(email)
  }
  useEffect(() => {
    if (typed.trim() === email) return
    const later = setTimeout(() => onEmail(typed.trim()), PAUSE_MS)
    return () => clearTimeout(later)
  }, [typed, email, onEmail])

  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3.5 size-5 text-soft" />
      <Input
        type="search"
        aria-label="Search by email"
        placeholder="Search by email"
        maxLength={100}
        className="pl-11"
        data-search=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEmail(typed.trim())}
      />
    </div>
  )
}
