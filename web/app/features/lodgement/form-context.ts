import { createContext, use } from 'react'
import type { SectionName, SectionState } from './sections.ts'

/** What the questions need to know. It hardly ever changes, so that typing draws only what is typed into. */
export type Standing = {
  asksMyGovPassword: boolean
  /** The dates of the chosen income year, in words: `1 July 2025 and 30 June 2026`. */
  between: string
  today: string
}

export const StandingContext = createContext<Standing | undefined>(undefined)
/** How far each section is. It may change with every key. */
export const StatesContext = createContext<SectionState[] | undefined>(undefined)

export function useStanding(): Standing {
  return given(use(StandingContext))
}

export function useStates(): SectionState[] {
  return given(use(StatesContext))
}

export function useSectionState(name: SectionName): SectionState {
  return useStates().find(({ section }) => section.name === name)!
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This belongs into the lodgement form.')
  return value
}
