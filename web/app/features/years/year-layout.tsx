import { incomeYear } from '@docketbox/contract/core/schemas/fields'
import { Outlet, useParams } from 'react-router'
import { NotFound } from '#ui/feedback/error-screen.tsx'

/** Screens of the income year in the URL, if it's one. */
export default function YearLayout() {
  const { data } = incomeYear.safeParse(useParams()['incomeYear'])
  return data === undefined ? <NotFound /> : <Outlet />
}
