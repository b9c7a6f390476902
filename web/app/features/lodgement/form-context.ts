import { createContext, use } from 'react'
import type { SectionName, SectionState } from './sections.ts'

/** What all questions need. It rarely changes, so typing only re-renders the field being edited. */
export type FormSettings = {
  asksMyGovPassword: boolean
  /** The first and last day of the selected income year: `1 July 2025 and 30 June 2026`. */
  yearDates: string
  /** Today's date in Sydney, as `2026-06-30`. */
  today: string
}

export const FormSettingsContext = createContext<FormSettings | undefined>(undefined)
/** The state of each section, which may change with every key. */
export const SectionStatesContext = createContext<SectionState[] | undefined>(undefined)

export function useFormSettings(): FormSettings {
  return required(use(FormSettingsContext))
}

export function useSectionStates(): SectionState[] {
  return required(use(SectionStatesContext))
}

export function useSectionState(name: SectionName): SectionState {
  return useSectionStates().find(({ section }) => section.name === name)!
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Use this inside the claims form.')
  return value
}
