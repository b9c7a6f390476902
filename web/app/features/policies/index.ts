export { Terms } from './terms.tsx'
