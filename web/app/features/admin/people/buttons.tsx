import type { Subscriber } from '@docketbox/contract/admin/endpoints'
import type { ReactNode } from 'react'
import { fullName, StatusBadge } from './badges.tsx'

type PersonButtonProps = { person: Subscriber; onOpen: () => void }

/** A person's name and email in a table; opens their details. */
export function PersonButton({ person, onOpen }: PersonButtonProps) {
  return (
    <button type="button" onClick={onOpen} className="grid min-h-11 content-center text-left">
      <span className="font-semibold text-leaf-deep hover:underline">{fullName(person)}</span>
      <span className="text-sm break-all text-soft">{person.email}</span>
    </button>
  )
}

/** A person on a phone, where a table doesn't fit; opens their details. */
export function PersonCard({ person, onOpen, children }: PersonButtonProps & { children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-1 rounded-lg border border-line bg-sheet p-4 text-left shadow-sheet"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{fullName(person)}</span>
        <StatusBadge status={person.status} />
      </span>
      <span className="text-sm break-all text-soft">{person.email}</span>
      <span className="mt-1 flex items-center gap-2 text-sm">{children}</span>
    </button>
  )
}
