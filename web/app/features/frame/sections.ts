import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollToSection } from '#platform/page/scroll.ts'

export type Section = 'home' | 'about' | 'how-it-works' | 'contact'

/** What a link to a section of the landing page passes along from another screen. */
export type SectionState = { section?: Section }

/**
 * Leads to a section of the landing page: glides there, from another screen by way of `/`. Without script the link's
 * own address does it.
 */
export function useSectionLink(section: Section) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return {
    href: section === 'home' ? '/' : `/#${section}`,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      if (pathname === '/') scrollToSection(section)
      else void navigate('/', { state: { section } satisfies SectionState })
    },
  }
}
