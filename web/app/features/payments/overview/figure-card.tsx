import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

type FigureCardProps = {
  title: string
  figure: ReactNode
  /** What it means, in one sentence. */
  definition: string
  /** URLs of its rows, by link text. */
  links: Record<string, string>
}

/** One figure, what it means, and the way to what it counts. */
export function FigureCard({ title, figure, definition, links }: FigureCardProps) {
  return (
    <Card className="grid grid-rows-[auto_auto_1fr_auto] gap-1">
      <h2 className="text-sm font-semibold text-soft">{title}</h2>
      <p className="figures font-heading text-2xl font-bold">{figure}</p>
      <p className="text-sm text-soft">{definition}</p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {Object.entries(links).map(([label, to]) => (
          <TextLink key={label} to={to} className="inline-flex min-h-11 items-center">
            {label}
          </TextLink>
        ))}
      </p>
    </Card>
  )
}
