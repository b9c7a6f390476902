export { buildPack, cleanPacks } from './building/job.ts'
export { requestPack } from './request.ts'
export { packRoutes } from './routes.ts'
