import type { Category } from '@docketbox/contract/categories/endpoints'
import { formatCents, parseCents } from '@docketbox/contract/core/money'
import { Files, X } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { doubtAbout, joinRows } from '../row/join-rows.ts'
import { type Row, rowName, valuesOf } from '../row/row-values.ts'

type SelectedPagesProps = {
  pages: readonly [Row, ...Row[]]
  categories: readonly Category[]
  /** Why they can't be filed. */
  problem: string
  onFile: () => void
  onClear: () => void
}

/** Files the selected rows as the pages of one receipt. */
export function SelectedPages({ pages, categories, problem, onFile, onClear }: SelectedPagesProps) {
  const joined = joinRows(pages)
  const values = valuesOf(joined.draft, joined.edit)
  const cents = parseCents(values.total)
  const doubt = doubtAbout(pages)
  const category = categories.find(({ _id }) => _id === values.category)?.name
  return (
    <StickyActions always>
      <IconButton icon={X} label="Clear selection" onClick={onClear} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        <p aria-live="polite" className="min-w-0 grow basis-40 text-sm">
          {pages.length === 1 ? (
            'Select the other pages of this receipt.'
          ) : (
            <>
              <span className="block truncate">
                <span className="font-semibold">{pages.length} pages</span>
                {category && `, ${category}`}
              </span>
              <span className="flex gap-1.5 text-soft">
                <span className="truncate">{rowName(joined)}</span>
                {cents !== undefined && <span className="figures shrink-0">{formatCents(cents)}</span>}
              </span>
              {doubt && <span className="block font-medium text-wattle-deep">{doubt}</span>}
            </>
          )}
        </p>
        {pages.length > 1 && (
          <Button className="max-sm:grow" icon={Files} onClick={onFile}>
            File as one receipt
          </Button>
        )}
        {problem && (
          <p role="alert" className="w-full text-sm font-medium text-clay-deep">
            {problem}
          </p>
        )}
      </div>
    </StickyActions>
  )
}
