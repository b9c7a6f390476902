import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'

export const yearColumns =
  'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block print:space-y-6'

export function YearSkeleton() {
  const column = (blocks: string[]) => (
    <div className="grid grid-cols-1 gap-6">
      {blocks.map((block, index) => (
        <Skeleton key={index} className={`rounded-lg ${block}`} />
      ))}
    </div>
  )
  return (
    <Loading label="Loading the income year" className={yearColumns}>
      {column(['h-80', 'h-64', 'h-60'])}
      {column(['h-72', 'h-64', 'h-96'])}
    </Loading>
  )
}
