import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

const tones = {
  leaf: { text: 'text-leaf-deep', ground: 'bg-leaf-tint' },
  wattle: { text: 'text-wattle-deep', ground: 'bg-wattle-tint' },
  clay: { text: 'text-clay-deep', ground: 'bg-clay-tint' },
  sky: { text: 'text-sky-deep', ground: 'bg-sky-tint' },
  plain: { text: 'text-soft', ground: 'bg-well' },
}

export type Tone = keyof typeof tones
type MarkProps = { tone?: Tone; children: ReactNode; className?: string }

/** A rubber stamp on a docket: one per card, for its state. */
export function Stamp({ tone = 'leaf', children, className }: MarkProps) {
  return (
    <span
      className={classNames(
        'inline-block -rotate-3 rounded-sm border-2 border-double border-current px-2 py-0.5',
        'font-heading text-xs font-bold tracking-wider uppercase',
        tones[tone].text,
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
        tones[tone].text,
        tones[tone].ground,
      )}
    >
      {children}
    </span>
  )
}
