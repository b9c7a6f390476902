export { lodgementRoutes } from './routes.ts'
export { openSealedParts, type SealedParts } from './sealed-parts.ts'
export { findLodgement, type LodgementRow, listLodgements } from './store.ts'
