import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

export type Tone = 'leaf' | 'wattle' | 'clay' | 'sky' | 'plain'

const stampTones = {
  leaf: 'text-leaf-deep',
  wattle: 'text-wattle-deep',
  clay: 'text-clay-deep',
  sky: 'text-sky-deep',
  plain: 'text-soft',
}

const badgeTones = {
  leaf: 'bg-leaf-tint text-leaf-deep',
  wattle: 'bg-wattle-tint text-wattle-deep',
  clay: 'bg-clay-tint text-clay-deep',
  sky: 'bg-sky-tint text-sky-deep',
  plain: 'bg-well text-soft',
}

type MarkProps = { tone?: Tone; children: ReactNode; className?: string }

/** A rubber stamp on a docket: one per card, for its state. */
export function Stamp({ tone = 'leaf', children, className }: MarkProps) {
  return (
    <span
      className={classNames(
        'inline-block -rotate-3 rounded-sm border-2 border-double border-current px-2 py-0.5',
        'font-heading text-xs font-bold tracking-wider uppercase',
        stampTones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A small label for a state, in rows and tables. */
export function Badge({ tone = 'plain', children }: Omit<MarkProps, 'className'>) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        badgeTones[tone],
      )}
    >
      {children}
    </span>
  )
}
