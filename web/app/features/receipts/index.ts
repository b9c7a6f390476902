export { ReadAllCard } from './reading/read-all-card.tsx'
