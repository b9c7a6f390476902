export { ProfileFrame } from './frame.tsx'
export { type Proof, proofBody, ProofForm } from './security/proof-fields.tsx'
export { security } from './queries.ts'
