export { describeEndpoint } from './api-description.ts'
export { lodgementRoutes } from './routes.ts'
export { deleteLodgements, findLodgedBefore, type LodgementRow, listLodgements } from './store.ts'
export { decryptLodgement, type DecryptedLodgement } from './decrypt-lodgement.ts'
