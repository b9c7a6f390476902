import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { inputClassNames } from './input.tsx'

/** A native select; inside a form use `SelectField`. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...rest} className={classNames(inputClassNames, 'h-11 appearance-none pr-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-5 text-soft"
      />
    </span>
  )
}
