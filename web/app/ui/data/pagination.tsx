import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'

type PaginationProps = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** What is paged, for screen readers: `Payments`. */
  label: string
  /** Words beside the arrows. */
  previousAndNext?: boolean
}

/** Numbered pages, the current one marked; long runs shortened around it. */
export function Pagination({ page, totalPages, onPage, label, previousAndNext }: PaginationProps) {
  if (totalPages <= 1) return null
  const step =
    'inline-flex min-h-11 items-center gap-1 rounded-md px-3 text-sm font-semibold hover:bg-leaf-tint disabled:opacity-45 disabled:hover:bg-transparent'
  return (
    <nav aria-label={`${label}, pages`} className="flex flex-wrap items-center justify-center gap-1">
      {previousAndNext && (
        <button type="button" className={step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          Previous
        </button>
      )}
      {pagesAround(page, totalPages).map((entry, index) =>
        entry === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-soft">
            …
          </span>
        ) : (
          <button
            key={entry}
            type="button"
            aria-label={`Page ${entry}`}
            aria-current={entry === page ? 'page' : undefined}
            onClick={() => onPage(entry)}
            className={classNames(
              'figures min-h-11 min-w-11 rounded-md px-2 text-sm font-semibold transition-colors duration-150',
              entry === page ? 'bg-leaf text-on-leaf' : 'hover:bg-leaf-tint',
            )}
          >
            {entry}
          </button>
        ),
      )}
      {previousAndNext && (
        <button type="button" className={step} disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight className="size-4" aria-hidden="true" />
        </button>
      )}
    </nav>
  )
}

/** First, last, the current page and its neighbours; a gap where at least two are left out. */
export function pagesAround(page: number, totalPages: number): (number | 'gap')[] {
  const wanted = [1, page - 1, page, page + 1, totalPages].filter((n) => n >= 1 && n <= totalPages)
  const pages: (number | 'gap')[] = []
  let last = 0
  for (const next of new Set(wanted)) {
    if (next - last === 2) pages.push(next - 1)
    if (next - last > 2) pages.push('gap')
    pages.push(next)
    last = next
  }
  return pages
}
