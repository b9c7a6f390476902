import { paths } from '@docketbox/contract/core/paths'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { SectionState } from '#features/frame'
import { pageMeta } from '#platform/page/meta.ts'
import { product } from '#platform/page/product.ts'
import { scrollToSection } from '#platform/page/scroll.ts'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LookInside } from './look-inside.tsx'
import { Questions } from './questions.tsx'
import { Statistics } from './statistics.tsx'

export const meta = () =>
  pageMeta({
    title: `${product.name} — every docket, safe for five years`,
    description:
      'Photograph a receipt, and we’ll read the supplier, date and total. Keep it for five years and share your year with your tax agent. For Australians who claim work expenses. 30 days free.',
    path: paths.home,
  })

export default function LandingPage() {
  const { key, state, hash } = useLocation()
  // The browser itself scrolls when the page is loaded with a hash.
  const section = (state as SectionState | null)?.section ?? (key === 'default' ? '' : hash.slice(1))

  useEffect(() => {
    if (section) scrollToSection(section)
  }, [section, key])

  return (
    <>
      <Hero />
      <Statistics />
      <HowItWorks />
      <LookInside />
      <About />
      <Questions />
      <Contact />
    </>
  )
}
