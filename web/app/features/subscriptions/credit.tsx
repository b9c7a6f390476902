import { formatCents } from '@docketbox/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/feedback/notice.tsx'
import { credit } from './queries.ts'

/** The user's credit. Renders nothing without any. */
export function CreditNotice() {
  const { data } = useQuery(credit)
  if (!data || data.creditCents === 0) return null
  return (
    <Notice tone="success">
      You have <strong>{formatCents(data.creditCents)}</strong> in credit. We’ll use it towards your next
      payment.
    </Notice>
  )
}
