export { RecordsCard } from './overview/card.tsx'
export { SharedRecords } from './shared/records.tsx'
