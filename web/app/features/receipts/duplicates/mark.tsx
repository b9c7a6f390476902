import type { DuplicateOf } from '@docketbox/contract/receipts/schemas'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { CompareDialog } from './compare-dialog.tsx'
import type { Compared } from './compared.ts'

type DuplicateMarkProps = {
  item: Compared
  duplicateOf: DuplicateOf
  onDiscard?: () => void
}

/** Points out in a list that something is probably there already, and compares the two. */
export function DuplicateMark({ item, duplicateOf, onDiscard }: DuplicateMarkProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md text-left text-xs font-semibold whitespace-nowrap text-wattle-deep hover:underline xl:min-h-8"
      >
        <Copy className="size-4 shrink-0" aria-hidden="true" />
        Possible duplicate
      </button>
      {isOpen && (
        <CompareDialog
          item={item}
          duplicateOf={duplicateOf}
          onClose={() => setIsOpen(false)}
          {...(onDiscard && { onDiscard })}
        />
      )}
    </>
  )
}
