import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { Check } from 'lucide-react'
import { storageText } from '../storage/text.ts'

/** What a plan includes, the storage first. */
export function Features({ storageBytes, feature }: Pick<PlanCard, 'storageBytes' | 'feature'>) {
  return (
    <ul className="grid gap-2 text-[0.9375rem]">
      {[storageText(storageBytes), ...feature].map((text) => (
        <li key={text} className="flex gap-2.5">
          <Check className="mt-1 size-4 shrink-0 text-leaf" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}
