export { RecordsCard } from './overview/card.tsx'
