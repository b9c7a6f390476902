export { type Section, type SectionState, useSectionLink } from './public/sections.ts'
