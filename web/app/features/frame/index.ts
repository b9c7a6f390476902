export { Brand } from './brand.tsx'
export { type Section, type SectionState, useSectionLink } from './sections.ts'
