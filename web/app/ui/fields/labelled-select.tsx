import type { ComponentProps } from 'react'
import { Select } from '#ui/controls/select.tsx'
import { classNames } from '#ui/layout/class-names.ts'

type LabelledSelectProps = Pick<ComponentProps<'select'>, 'value' | 'onChange' | 'className'> & {
  label: string
  options: readonly (readonly [value: string, text: string])[]
}

/** A select outside of forms, below its label. */
export function LabelledSelect({ label, options, className, ...rest }: LabelledSelectProps) {
  return (
    <label className={classNames('grid gap-1 text-sm font-medium', className)}>
      {label}
      <Select {...rest}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </label>
  )
}
