import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { categories } from '#features/categories'
import type { ReviewState } from './use-review-link.ts'

const labels: Record<string, string> = {
  [paths.dashboard]: 'Dashboard',
  [paths.receipts]: 'Receipts',
  [paths.toFile]: 'To file',
  [paths.shares]: 'Sharing',
}

/** The way from a review to where it was opened, with its search; the dashboard if that's unknown. */
export function useWayBack() {
  const state = useLocation().state as Partial<ReviewState> | null
  const navigate = useNavigate()
  const { data: categoryList } = useQuery(categories)
  const to = state?.from ?? paths.dashboard
  const path = to.split('?')[0]!
  const isYear = path.startsWith(`${paths.years}/`)
  const category = categoryList?.find(({ _id }) => path === paths.category(_id))
  return {
    link: {
      to,
      label: labels[path] ?? category?.name ?? (isYear ? 'Income year' : 'Back'),
      onBack: state?.from ? () => void navigate(-1) : undefined,
    },
    /** The field that the review was opened to fill in. */
    field: state?.field,
    goBack: () => void (state?.from ? navigate(-1) : navigate(to)),
    /** To another receipt, from which the way back is the same. */
    goTo: (id: string) =>
      void navigate(paths.review(id), { state: state && { from: state.from }, replace: true }),
  }
}
