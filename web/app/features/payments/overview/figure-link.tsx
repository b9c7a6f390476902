import type { ReactNode } from 'react'
import { TextLink } from '#ui/layout/text-link.tsx'

type FigureLinkProps = { count: number; to: string; children?: ReactNode }

/** A number that leads to its rows; plain if there are none. */
export function FigureLink({ count, to, children }: FigureLinkProps) {
  const shown = children ?? count.toLocaleString('en-AU')
  if (count === 0) return shown
  return (
    <TextLink to={to} className="inline-flex min-h-11 items-center font-medium whitespace-nowrap sm:min-h-6">
      {shown}
    </TextLink>
  )
}
