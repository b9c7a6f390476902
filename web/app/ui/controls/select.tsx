import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { inputClassNames } from './input.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** An empty option, before the others. */
  placeholder?: string | false | undefined
  options: readonly (readonly [value: string | number, text: string, isDisabled?: boolean | undefined])[]
}

/** A native select; inside a form use `SelectField`. */
export function Select({ className, placeholder, options, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...rest} className={classNames(inputClassNames, 'h-11 appearance-none pr-10')}>
        {typeof placeholder === 'string' && <option value="">{placeholder}</option>}
        {options.map(([value, text, isDisabled]) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-5 text-soft"
      />
    </span>
  )
}
