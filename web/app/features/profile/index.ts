export { ProfileFrame } from './frame.tsx'
export { ProofFields } from './proof-fields.tsx'
export { security } from './queries.ts'
