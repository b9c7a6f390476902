import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { Navigate } from 'react-router'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'

export const meta = () => pageMeta({ title: 'Records' })

/** Leads to the records of the current income year. */
export default function CurrentRecordsPage() {
  return <Navigate to={paths.records(incomeYearOf(today()))} replace />
}
