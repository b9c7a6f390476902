export { ProfileFrame } from './frame.tsx'
export { type Proof, proofBody, ProofFields, proofForm } from './security/proof-fields.tsx'
export { security } from './queries.ts'
