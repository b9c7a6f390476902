import { createContext, use } from 'react'
import type { SectionName, SectionState } from './sections.ts'

/** What the parts of the form know of the whole. */
export type Standing = {
  states: SectionState[]
  asksMyGovPassword: boolean
  /** The dates of the chosen income year, in words: `1 July 2025 and 30 June 2026`. */
  between: string
  today: string
  /** The script is here: what no answer opens may leave the page instead of being hidden by style. */
  isAlive: boolean
}

export const StandingContext = createContext<Standing | undefined>(undefined)

export function useStanding(): Standing {
  const standing = use(StandingContext)
  if (!standing) throw new Error('This belongs into the lodgement form.')
  return standing
}

export function useSectionState(name: SectionName): SectionState {
  return useStanding().states.find(({ section }) => section.name === name)!
}
