import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/** A link in running text. An address with a scheme leaves the app, anything else is one of its screens. */
export function TextLink({
  to,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }) {
  const look = classNames(
    'font-semibold text-leaf-deep underline decoration-leaf/40 underline-offset-3 hover:decoration-current',
    className,
  )
  if (/^[a-z]+:/i.test(to)) {
    return (
      <a {...rest} href={to} className={look}>
        {children}
      </a>
    )
  }
  return (
    <Link {...rest} to={to} className={look}>
      {children}
    </Link>
  )
}
