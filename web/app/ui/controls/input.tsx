import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'

export const inputClassNames = classNames(
  'w-full rounded-md border border-edge bg-sheet px-3.5 text-base text-ink transition-colors duration-150',
  'placeholder:text-soft hover:border-ink focus-visible:border-leaf focus-visible:outline-offset-0',
  'aria-invalid:border-clay aria-invalid:bg-clay-tint/40',
  'disabled:bg-well disabled:text-soft',
)

/** Not for selects, which always match `:read-only`. */
const readOnlyClassNames = 'read-only:bg-well read-only:hover:border-edge'

/** A text input; inside a form use `TextField`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      // Phones would autocorrect codes, names and passwords while they're typed.
      autoCorrect={rest.spellCheck === false ? 'off' : undefined}
      {...rest}
      className={classNames(inputClassNames, readOnlyClassNames, 'h-11', className)}
    />
  )
}

/** A text area that grows with its content. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      // `field-sizing: content` ignores the rows.
      style={{ minHeight: `calc(${rows}lh + 1.25rem)` }}
      className={classNames(inputClassNames, readOnlyClassNames, 'field-sizing-content py-2.5', className)}
    />
  )
}
