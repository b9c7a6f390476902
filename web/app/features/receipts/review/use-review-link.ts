import { paths } from '@docketbox/contract/core/paths'
import { useLocation } from 'react-router'

export type ReviewState = {
  /** The address it was opened from. */
  from: string
  /** The field that it was opened to fill in. */
  field?: string | undefined
}

/**
 * A link to the review of a receipt, from which Back returns to the screen the link is on.
 * @param field starts there, and returns once it's saved.
 */
export function useReviewLink(uploadId: string, field?: string) {
  const { pathname, search } = useLocation()
  const state: ReviewState = { from: pathname + search, field }
  return { to: paths.review(uploadId), state }
}
