import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/** A link in text, to a screen of the app or to a URL with a scheme. */
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
