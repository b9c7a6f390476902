import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

type PaginationProps = {
  /** The page that's shown; while the next one loads, still the one before. */
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** What is listed, for screen readers: `Payments`. */
  label: string
}

/**
 * Numbered pages around the current one, with Previous and Next, below a list in the same element. Once the chosen page has
 * loaded, scrolls to its start and focuses it, unless the user has moved on.
 */
export function Pagination({ page, totalPages, onPage, label }: PaginationProps) {
  const nav = useRef<HTMLElement>(null)
  const asked = useRef<number>(undefined)
  useEffect(() => {
    if (asked.current !== page) return
    asked.current = undefined
    const focused = document.activeElement
    // By now the user may be elsewhere, such as in a filter.
    if (focused !== document.body && !nav.current?.contains(focused)) return
    // What announces that nothing was found can't be scrolled to.
    const start = nav.current?.parentElement?.querySelector(':scope > :not([aria-live])')
    if (!(start instanceof HTMLElement)) return
    // Makes it focusable if it isn't.
    start.tabIndex = Math.max(start.tabIndex, -1)
    start.focus({ preventScroll: true })
    start.scrollIntoView({ block: 'start' })
  }, [page])
  const go = (next: number) => {
    if (next < 1 || next > totalPages || next === page) return
    asked.current = next
    onPage(next)
  }
  if (totalPages <= 1) return null
  const step =
    'inline-flex min-h-11 items-center gap-1 rounded-md px-3 text-sm font-semibold hover:bg-leaf-tint aria-disabled:opacity-45 aria-disabled:hover:bg-transparent'
  return (
    <nav
      ref={nav}
      aria-label={`${label}, pages`}
      className="flex flex-wrap items-center justify-center gap-1"
    >
      <button
        type="button"
        className={step}
        aria-disabled={page <= 1 || undefined}
        onClick={() => go(page - 1)}
      >
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
            onClick={() => go(entry)}
            className={classNames(
              'figures min-h-11 min-w-11 rounded-md px-2 text-sm font-semibold transition-colors duration-150',
              entry === page ? 'bg-leaf text-on-leaf' : 'hover:bg-leaf-tint',
            )}
          >
            {entry}
          </button>
        ),
      )}
      <button
        type="button"
        className={step}
        aria-disabled={page >= totalPages || undefined}
        onClick={() => go(page + 1)}
      >
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
