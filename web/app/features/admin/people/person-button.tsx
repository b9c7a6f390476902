import { fullName } from '@docketbox/contract/core/people/full-name'
import type { Subscriber } from '@docketbox/contract/admin/endpoints'

type PersonButtonProps = { person: Subscriber; onOpen: () => void }

export function PersonButton({ person, onOpen }: PersonButtonProps) {
  return (
    <button type="button" onClick={onOpen} className="grid min-h-11 content-center text-left">
      <span className="font-semibold text-leaf-deep hover:underline">{fullName(person)}</span>
      <span className="text-sm break-all text-soft">{person.email}</span>
    </button>
  )
}
