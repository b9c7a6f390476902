export { isDoubted, MAX_DOUBTED } from './doubted.ts'
export { readingGauge } from './gauge.ts'
export { guessCategory } from './category/guess.ts'
export { readPurchase } from './purchase/read.ts'
export { isSimilarName } from './suppliers/similar-name.ts'
export { createReader } from './reader/reader.ts'
export { endLeases, nextLeaseEnd, renewLease } from './lease.ts'
export { keepReading, nextOutdated } from './outdated.ts'
export {
  cancelReadings,
  completeReading,
  countReadings,
  countWaiting,
  failReading,
  findPrintedGst,
  findReadings,
  insertReading,
  isReadable,
  type ReadableFile,
  type ReadingRow,
  type ReadingTask,
  releaseReading,
  requestReadings,
} from './store.ts'
export { isAnotherOwnerWaiting, nextReading } from './turns.ts'
