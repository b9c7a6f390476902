import type { DuplicateOf } from '@docketbox/contract/receipts/schemas'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { type Compared, likenessText } from './compared.ts'
import { useOriginal } from './use-original.ts'

type DuplicateNoticeProps = {
  item: Compared
  duplicateOf: DuplicateOf
  onDiscard?: () => void
  onGone?: () => void
}

/** Says what something looks like, and compares the two. */
export function DuplicateNotice({ item, duplicateOf, onDiscard, onGone }: DuplicateNoticeProps) {
  const { original, error } = useOriginal(duplicateOf)
  const [isOpen, setIsOpen] = useState(false)
  if (!original) return error ? null : <Skeleton className="h-16" />
  return (
    <Notice tone="warning" role="alert" className="*:last:flex-1">
      <div className="-my-2 -mr-3 flex flex-wrap items-center gap-x-1">
        <span className="min-w-0 grow basis-32 py-2 font-medium">{likenessText(original)}</span>
        <Button variant="quiet" size="small" className="shrink-0" onClick={() => setIsOpen(true)}>
          Compare
        </Button>
      </div>
      {isOpen && (
        <CompareDialog
          item={item}
          duplicateOf={duplicateOf}
          onClose={() => setIsOpen(false)}
          {...(onDiscard && { onDiscard })}
          {...(onGone && { onGone })}
        />
      )}
    </Notice>
  )
}
