import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { shellFrame } from '#ui/layout/shell-frame.ts'
import { Brand } from '../brand.tsx'

const SIDEBAR_ITEMS = 10
const BAR_ITEMS = 5

/** The shell of the signed-in screens before the script runs. It fits every role and screen, because it knows neither. */
export function ShellSkeleton() {
  return (
    <div className={shellFrame.whole}>
      <aside className={shellFrame.sidebar}>
        <div className="px-2">
          <Brand />
        </div>
        <div className="grid gap-1">{repeat(SIDEBAR_ITEMS, 'mx-3 my-3.5 h-4')}</div>
      </aside>
      <header className={shellFrame.header}>
        <Brand />
      </header>
      <div className={shellFrame.content}>
        <main>
          <Loading label="Loading" className="grid gap-6">
            <Skeleton className="mb-4 h-10 w-48" />
            <Skeleton className="h-40" />
            <Skeleton className="h-80" />
          </Loading>
        </main>
      </div>
      <div className={shellFrame.bar}>
        <div className="mx-auto grid max-w-md auto-cols-fr grid-flow-col">
          {repeat(BAR_ITEMS, 'm-auto my-5 size-6')}
        </div>
      </div>
    </div>
  )
}

function repeat(count: number, className: string) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />)
}
