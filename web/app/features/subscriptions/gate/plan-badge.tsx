import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { useState } from 'react'
import { Badge } from '#ui/data/stamp.tsx'
import { planStatus, planSummary } from '../plan-status.ts'
import { PlanDialog } from './plan-dialog.tsx'

/** The user's plan in the side bar; opens Manage Subscription. */
export function PlanBadge({ person }: { person: PlanState }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, label, tone } = planStatus(person)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="grid min-h-11 gap-1 rounded-md border border-line bg-paper px-3 py-2.5 text-left text-sm hover:border-leaf"
      >
        <span className="flex items-center justify-between gap-2 font-semibold">
          {name}
          <Badge tone={tone}>{label}</Badge>
        </span>
        {person.upcoming && <span className="text-xs">{planSummary(person)}</span>}
        <span className="text-xs text-soft">Manage Subscription</span>
      </button>
      <PlanDialog person={person} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
