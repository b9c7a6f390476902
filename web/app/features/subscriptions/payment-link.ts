import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { toast } from '#ui/feedback/toast.ts'

const OPENS_AFTER_MS = 500
let isOpening = false

/** Opens a plan's payment link in a new tab, or in this one if the browser blocks that. */
export function openPaymentLink(link: string | null): void {
  if (!link) return toast.error(planTexts.noLink)
  // A double click must not open two checkouts.
  if (isOpening) return
  isOpening = true
  setTimeout(() => {
    isOpening = false
    const tab = window.open(link, '_blank')
    if (tab) tab.opener = null
    else window.location.assign(link)
  }, OPENS_AFTER_MS)
}
