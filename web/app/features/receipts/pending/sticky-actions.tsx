import type { ReactNode } from 'react'

/** The next step's buttons: above the bottom bar on a phone, at the end of the page on a desktop. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-sticky-actions=""
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 -mx-4 flex gap-3 border-t border-line bg-paper/95 px-4 py-2 backdrop-blur sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:border-0 lg:px-0 lg:py-2"
    >
      {children}
    </div>
  )
}
