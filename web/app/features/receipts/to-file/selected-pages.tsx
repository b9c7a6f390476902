import { formatCents, parseCents } from '@docketbox/contract/core/money'
import { Files, X } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { joinRows } from './row/join-rows.ts'
import { type Row, rowName, valuesOf } from './row/row-values.ts'

type SelectedPagesProps = { pages: readonly [Row, ...Row[]]; onFile: () => void; onClear: () => void }

/** Files the selected rows as the pages of one receipt. */
export function SelectedPages({ pages, onFile, onClear }: SelectedPagesProps) {
  const joined = joinRows(pages)
  const cents = parseCents(valuesOf(joined.draft, joined.edit).total)
  const name = [rowName(joined), cents === undefined ? '' : formatCents(cents)].filter(Boolean).join(', ')
  return (
    <StickyActions always>
      <IconButton label="Clear selection" onClick={onClear}>
        <X className="size-5" />
      </IconButton>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        <p aria-live="polite" className="min-w-0 grow basis-40 text-sm">
          {pages.length === 1 ? (
            'Select the other pages of this receipt.'
          ) : (
            <>
              <span className="font-semibold">{pages.length} pages</span>
              <span className="block truncate text-soft">{name}</span>
            </>
          )}
        </p>
        {pages.length > 1 && (
          <Button className="max-sm:grow" icon={<Files className="size-4.5" />} onClick={onFile}>
            File as one receipt
          </Button>
        )}
      </div>
    </StickyActions>
  )
}
