import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

export const inputLook = classNames(
  'w-full rounded-md border border-edge bg-sheet px-3.5 text-base text-ink transition-colors duration-150',
  'placeholder:text-soft hover:border-ink focus-visible:border-leaf focus-visible:outline-offset-0',
  'aria-invalid:border-clay aria-invalid:bg-clay-tint/40',
  'disabled:bg-well disabled:text-soft',
)

/** A select matches `:read-only` too, so this is not for all. */
const fixedLook = 'read-only:bg-well read-only:hover:border-edge'

/** A bare line of text; inside a form take a `TextField`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(inputLook, fixedLook, 'h-11', className)} />
}

/** A bare box of text that grows with what is typed. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      // A box that grows with its text begins at the height of one line, whatever its rows.
      style={{ minHeight: `calc(${rows}lh + 1.25rem)` }}
      className={classNames(inputLook, fixedLook, 'field-sizing-content py-2.5', className)}
    />
  )
}
