import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'

type FilterNoticeProps = { onClear: () => void; children: ReactNode }

/** Says how a link has filtered a list, and offers to show everything. */
export function FilterNotice({ onClear, children }: FilterNoticeProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md bg-well px-4 py-1.5 text-sm">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Button variant="quiet" size="small" className="-mx-3" onClick={onClear}>
        Show all
      </Button>
    </p>
  )
}
