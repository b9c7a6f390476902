export { SharedEvidence } from './guest-view.tsx'
