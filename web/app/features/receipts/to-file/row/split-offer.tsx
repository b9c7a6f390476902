import { paths } from '@docketbox/contract/core/paths'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { Scissors } from 'lucide-react'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

/** Offers to make a row of each receipt in a picture of several. */
export function SplitOffer({ draft: { splitsInto }, onSplit }: { draft: Draft; onSplit: () => void }) {
  if (splitsInto === undefined) return null
  return (
    <button
      type="button"
      onClick={onSplit}
      className="flex min-h-11 items-center gap-1.5 rounded-md text-left text-xs font-semibold text-leaf-deep hover:underline xl:min-h-8"
    >
      <Scissors className="size-4 shrink-0" aria-hidden="true" />
      Looks like {splitsInto} receipts. Split them
    </button>
  )
}

/** On screens that can't split a document: says that it holds several receipts. */
export function SplitNotice({ splitsInto }: Pick<Draft, 'splitsInto'>) {
  if (splitsInto === undefined) return null
  return (
    <Notice>
      Looks like {splitsInto} receipts. <TextLink to={paths.toFile}>Split them in To file</TextLink>
    </Notice>
  )
}
