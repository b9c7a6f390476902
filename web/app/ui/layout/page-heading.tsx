import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type PageHeadingProps = {
  children: ReactNode
  /** Seen by screen readers only, where the design has no place for a title. */
  hidden?: boolean
  className?: string
  id?: string
}

/** The one h1 of a screen. After a navigation it takes the focus, so that a screen reader says where one is. */
export function PageHeading({ children, hidden, className, id }: PageHeadingProps) {
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
      id={id}
      tabIndex={-1}
      data-page-heading=""
      className={hidden ? 'sr-only' : (className ?? 'text-2xl sm:text-3xl')}
    >
      {children}
    </h1>
  )
}
