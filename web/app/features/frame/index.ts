export { Brand } from './brand.tsx'
export { Disclaimer } from './disclaimer.tsx'
export { type Section, type SectionState, useSectionLink } from './public/sections.ts'
