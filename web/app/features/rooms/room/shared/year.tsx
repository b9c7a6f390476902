import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { YearContents, YearSkeleton, yearSummary } from '#features/years'
import { QueryView } from '#ui/data/query-view.tsx'

/** The income-year page as guests see it. */
export function SharedYear({ year }: { year: string }) {
  const summary = useQuery(yearSummary(year))
  const { data: categoryList = [] } = useQuery(categories)
  return (
    <QueryView query={summary} loading={<YearSkeleton />}>
      {(data) => (
        <div className="grid grid-cols-1 gap-6">
          <YearContents isReadOnly summary={data} categories={categoryList} />
        </div>
      )}
    </QueryView>
  )
}
