import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

type StickyActionsProps = {
  /** Sticks to the bottom on a desktop too. */
  always?: boolean
  children: ReactNode
}

/** The next step's buttons: above the bottom bar on a phone, at the end of the page on a desktop or in a low window. */
export function StickyActions({ always, children }: StickyActionsProps) {
  return (
    <div
      data-sticky-actions=""
      className={classNames(
        'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 -mx-4 flex gap-3 border-t border-line bg-paper/95 px-4 py-2 backdrop-blur sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0',
        always ? 'lg:bottom-0' : '[@media(max-height:30rem)]:static lg:static lg:border-0',
      )}
    >
      {children}
    </div>
  )
}
