import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const widths = {
  wide: 'w-full',
  form: 'mx-auto w-full max-w-2xl',
  message: 'mx-auto w-full max-w-md py-8',
}

type PageProps = ComponentProps<'div'> & {
  /** `wide` for lists and tables, `form` for one task, `message` for a result with one way on. */
  width?: keyof typeof widths
}

/** The content column of a signed-in screen, one width per type of screen. */
export function Page({ width = 'wide', className, ...rest }: PageProps) {
  return <div {...rest} className={classNames(widths[width], className)} />
}
