import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from './class-names.tsx'

type PageHeadingProps = {
  children: ReactNode
  /** Seen by screen readers only, where the design has no place for a title. */
  hidden?: boolean
  className?: string
}

/** The one h1 of a screen. After a navigation it takes the focus, so that a screen reader says where one is. */
export function PageHeading({ children, hidden, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const arrivedByLink = key !== 'default'

  useEffect(() => {
    if (arrivedByLink && !document.activeElement?.closest('[role=dialog]')) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [arrivedByLink, pathname])

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      data-page-heading=""
      className={hidden ? 'sr-only' : classNames('text-2xl sm:text-3xl', className)}
    >
      {children}
    </h1>
  )
}
