export { type Section, type SectionState, useSectionLink } from './sections.ts'
