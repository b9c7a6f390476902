export { PackDownload } from './pack-download.tsx'
export { packsOf } from './queries.ts'
