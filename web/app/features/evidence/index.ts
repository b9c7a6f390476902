export { SharedEvidence } from './shared.tsx'
