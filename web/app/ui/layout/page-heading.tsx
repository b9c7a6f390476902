import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type PageHeadingProps = {
  children: ReactNode
  /** For screen readers only. */
  hidden?: boolean
  className?: string
  id?: string
}

/** The h1 of a screen. It takes the focus after a navigation, so that screen readers announce the screen. */
export function PageHeading({ children, hidden, className, id }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const hasNavigated = key !== 'default'

  useEffect(() => {
    if (hasNavigated && !document.activeElement?.closest('[role=dialog]')) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [hasNavigated, pathname])

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
