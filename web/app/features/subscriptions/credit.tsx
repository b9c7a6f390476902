import { formatCents } from '@docketbox/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { loggedUser } from '#features/auth'
import { Notice } from '#ui/feedback/notice.tsx'
import { isEnding } from './plan-status.ts'
import { credit } from './queries.ts'

/** The user's credit. Renders nothing without any. */
export function CreditNotice() {
  const { data } = useQuery(credit)
  const { data: person } = useQuery(loggedUser)
  if (!data || data.creditCents === 0) return null
  return (
    <Notice tone="success">
      You have <strong>{formatCents(data.creditCents)}</strong> in credit.{' '}
      {person && isEnding(person)
        ? 'It stays in your account for a later payment.'
        : 'We’ll use it towards your next payment.'}
    </Notice>
  )
}
