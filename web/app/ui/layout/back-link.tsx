import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

export type Back = {
  to: string
  /** Goes back to it, if it's what was shown before, so that it's where it was left. */
  onBack?: (() => void) | undefined
}

/** The link above a screen's title, named after the screen it leads to. */
export function BackLink({ to, onBack, children }: Back & { children: ReactNode }) {
  const handleClick = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!onBack || isForNewTab) return
    event.preventDefault()
    onBack()
  }
  return (
    <Link
      to={to}
      onClick={handleClick}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-md px-1 text-sm font-semibold text-leaf-deep hover:underline print:hidden"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  )
}
