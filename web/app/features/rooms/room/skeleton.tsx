import { YearSkeleton } from '#features/years'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Page } from '#ui/layout/page.tsx'

/** Shared records in about their size. */
export function RoomSkeleton() {
  return (
    <div data-room-skeleton="">
      <Page title="Shared records" lead={<Skeleton className="h-12 max-w-96 sm:h-6" />}>
        <Skeleton className="h-11" />
        <YearSkeleton />
      </Page>
    </div>
  )
}
