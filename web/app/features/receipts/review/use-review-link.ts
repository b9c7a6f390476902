import { paths } from '@docketbox/contract/core/paths'
import { useLocation } from 'react-router'

/** The navigation state of a review: the address it was opened from. */
export type ReviewState = { from: string }

/** A link to the review of a receipt, from which Back returns to the screen the link is on. */
export function useReviewLink(uploadId: string) {
  const { pathname, search } = useLocation()
  const state: ReviewState = { from: pathname + search }
  return { to: paths.review(uploadId), state }
}
