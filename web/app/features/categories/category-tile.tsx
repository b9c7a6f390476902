import type { ReactNode } from 'react'
import { presetOf } from './presets.ts'

/** The face of a category's tile; the screen around it makes it a link or a button. */
export function CategoryTile({ name, note }: { name: string; note?: ReactNode }) {
  const { icon: Icon, hint, text, ground } = presetOf(name)
  return (
    <span className={`flex h-full items-start gap-4 rounded-lg p-5 text-left ${ground}`}>
      <span className={`grid size-12 shrink-0 place-items-center rounded-full bg-sheet ${text}`}>
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <span className="grid gap-0.5">
        <span className="font-heading text-lg leading-snug font-semibold">{name}</span>
        <span className="text-sm text-soft">{hint}</span>
        {note && <span className={`mt-1 text-sm font-semibold ${text}`}>{note}</span>}
      </span>
    </span>
  )
}

/** The round mark of a category, for rows. */
export function CategoryMark({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' }) {
  const { icon: Icon, text, ground } = presetOf(name)
  const isSmall = size === 'small'
  return (
    <span
      className={`inline-grid shrink-0 place-items-center rounded-full ${isSmall ? 'size-8' : 'size-11'} ${ground} ${text}`}
    >
      <Icon className={isSmall ? 'size-4' : 'size-5.5'} aria-hidden="true" />
    </span>
  )
}
