import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useToday } from '#platform/page/use-today.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { yearRecords, type YearRecords } from './queries.ts'

type RecordsFrameProps = {
  title: string
  lead: string
  /** The class names of the skeletons, the same height as the content. */
  blocks: readonly string[]
  children: (records: YearRecords) => ReactNode
}

/** A screen about records of the income year in the URL. */
export function RecordsFrame({ title, lead, blocks, children }: RecordsFrameProps) {
  const { incomeYear = '' } = useParams()
  const year = formatIncomeYear(incomeYear)
  useTitle(`${title} ${year}`)
  return (
    <Page
      title={
        <>
          {title} <span className="figures font-normal text-soft">{year}</span>
        </>
      }
      back={{ to: paths.records(incomeYear), label: `Records ${year}` }}
      lead={lead}
    >
      <LeaveGuard>
        <YearRecordsView incomeYear={incomeYear} blocks={blocks}>
          {children}
        </YearRecordsView>
      </LeaveGuard>
    </Page>
  )
}

type ViewProps = Pick<RecordsFrameProps, 'blocks' | 'children'> & { incomeYear: string }

/** The records of a year, or why they aren't here yet. */
export function YearRecordsView({ incomeYear, blocks, children }: ViewProps) {
  // Records can be about days until today.
  useToday()
  return (
    <QueryView
      query={useQuery(yearRecords(incomeYear))}
      loading={<Loading label="Loading the records" blocks={blocks} className="grid gap-6" />}
    >
      {children}
    </QueryView>
  )
}
