export { RecordsCard } from './overview/card.tsx'
export { SharedRecords } from './guest-view/records.tsx'
