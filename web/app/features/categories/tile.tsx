import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { presetOf } from './presets.ts'

type CategoryTileProps = {
  name: string
  note?: ReactNode
  /** Small enough on a phone to show all six, two in a row. */
  isCompact?: boolean
}

export function CategoryTile({ name, note, isCompact = false }: CategoryTileProps) {
  const { icon: Icon, hint, text, ground } = presetOf(name)
  return (
    <span
      className={classNames(
        'flex h-full flex-wrap items-start gap-4 rounded-lg p-5 text-left',
        isCompact && 'max-sm:flex-col max-sm:gap-2 max-sm:p-3',
        ground,
      )}
    >
      <span
        className={classNames(
          'grid size-12 shrink-0 place-items-center rounded-full bg-sheet',
          isCompact && 'max-sm:size-9',
          text,
        )}
      >
        <Icon className={isCompact ? 'size-6 max-sm:size-5' : 'size-6'} aria-hidden="true" />
      </span>
      <span
        className={classNames(
          'grid min-w-0 grow basis-40 gap-0.5',
          isCompact && 'max-sm:grow-0 max-sm:basis-auto',
        )}
      >
        <span
          className={classNames(
            'font-heading text-lg leading-snug font-semibold',
            isCompact && 'max-sm:text-[0.9375rem] max-sm:leading-tight',
          )}
        >
          {name}
        </span>
        <span className={classNames('text-sm text-soft', isCompact && 'max-sm:hidden')}>{hint}</span>
        {note && <span className={`mt-1 text-sm font-semibold ${text}`}>{note}</span>}
      </span>
    </span>
  )
}

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
