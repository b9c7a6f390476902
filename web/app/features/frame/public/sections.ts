import { paths } from '@docketbox/contract/core/paths'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollToSection } from '#platform/page/scroll.ts'

export type Section = 'home' | 'about' | 'how-it-works' | 'contact'

/** The navigation state of a link from another screen to a section of the landing page. */
export type SectionState = { section?: Section }

/**
 * The link to a section of the landing page. It scrolls there smoothly, from another screen by way of `/`; without
 * script the href does.
 */
export function useSectionLink(section: Section) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return {
    href: section === 'home' ? paths.home : `${paths.home}#${section}`,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      if (pathname === paths.home) scrollToSection(section)
      else void navigate(paths.home, { state: { section } satisfies SectionState })
    },
  }
}
