import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useState } from 'react'
import { Badge } from '#ui/data/stamp.tsx'
import { ManageSubscription } from './plan-dialog.tsx'
import { standingOf } from '../plan-status.ts'

/** The plan in a few words; pressing it opens Manage Subscription. */
export function PlanBadge({ person }: { person: PlanState }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, words, tone } = standingOf(person)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="grid min-h-11 gap-1 rounded-md border border-line bg-paper px-3 py-2.5 text-left text-sm hover:border-leaf"
      >
        <span className="flex items-center justify-between gap-2 font-semibold">
          {name}
          <Badge tone={tone}>{words}</Badge>
        </span>
        <span className="text-xs text-soft">Manage Subscription</span>
      </button>
      <ManageSubscription person={person} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
