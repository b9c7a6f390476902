import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classNames } from '#ui/layout/class-names.ts'

type PaginationProps = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** What is listed, for screen readers: `Payments`. */
  label: string
}

/** Numbered pages around the current one, with Previous and Next. */
export function Pagination({ page, totalPages, onPage, label }: PaginationProps) {
  if (totalPages <= 1) return null
  const step =
    'inline-flex min-h-11 items-center gap-1 rounded-md px-3 text-sm font-semibold hover:bg-leaf-tint disabled:opacity-45 disabled:hover:bg-transparent'
  return (
    <nav aria-label={`${label}, pages`} className="flex flex-wrap items-center justify-center gap-1">
      <button type="button" className={step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
        Previous
      </button>
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
      <button type="button" className={step} disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight className="size-4" aria-hidden="true" />
      </button>
    </nav>
  )
}

/** First, last, the current page and its neighbours; a gap where at least two are left out. */
export function pagesAround(page: number, totalPages: number): (number | 'gap')[] {
  const shown = [1, page - 1, page, page + 1, totalPages].filter((n) => n >= 1 && n <= totalPages)
  const pages: (number | 'gap')[] = []
  let previous = 0
  for (const next of new Set(shown)) {
    if (next - previous === 2) pages.push(next - 1)
    if (next - previous > 2) pages.push('gap')
    pages.push(next)
    previous = next
  }
  return pages
}
