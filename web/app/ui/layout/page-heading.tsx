import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { OPEN_MENU } from '#ui/overlay/open-menu.ts'
import { useScreenKey } from './navigation/use-screen-key.ts'

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
  const { key } = useLocation()
  const screen = useScreenKey()
  // The heading of the first screen doesn't take the focus, whatever else changes in its query.
  const lastScreen = useRef(key === 'default' ? screen : undefined)

  useEffect(() => {
    if (lastScreen.current === screen) return
    lastScreen.current = screen
    if (!document.activeElement?.closest(`[role=dialog], ${OPEN_MENU}`))
      heading.current?.focus({ preventScroll: true })
  }, [screen])

  return (
    <h1
      ref={heading}
      id={id}
      tabIndex={-1}
      className={hidden ? 'sr-only' : (className ?? 'text-2xl sm:text-3xl')}
    >
      {children}
    </h1>
  )
}
