import type { ComponentProps } from 'react'
import { Select } from '#ui/controls/select.tsx'

type LabelledSelectProps = Pick<ComponentProps<'select'>, 'value' | 'onChange'> & {
  label: string
  options: readonly (readonly [value: string, text: string])[]
}

/** A select outside of forms, below its label. */
export function LabelledSelect({ label, options, ...rest }: LabelledSelectProps) {
  return (
    <label className="grid gap-1 text-sm font-medium">
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
