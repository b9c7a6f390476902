export { ProfileFrame } from './profile-frame.tsx'
export { ProofFields } from './proof-fields.tsx'
export { security } from './queries.ts'
