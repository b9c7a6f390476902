import type { ComponentProps } from 'react'
import { Select } from '#ui/controls/select.tsx'
import { classNames } from '#ui/layout/class-names.ts'

type LabelledSelectProps = Pick<
  ComponentProps<typeof Select>,
  'value' | 'onChange' | 'className' | 'options'
> & { label: string }

/** A select outside of forms, below its label. */
export function LabelledSelect({ label, className, ...rest }: LabelledSelectProps) {
  return (
    <label className={classNames('grid gap-1 text-sm font-medium', className)}>
      {label}
      <Select {...rest} />
    </label>
  )
}
