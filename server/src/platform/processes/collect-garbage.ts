/** A job collects all garbage after this many rows, and short-lived objects after each batch. */
const MANY_ROWS = 1_000

/**
 * Frees short-lived objects, so that the process doesn't grow until the next collection. Does nothing unless `npm start`
 * exposes the collector.
 */
export function collectGarbage(type: 'minor' | 'major' = 'minor'): void {
  globalThis.gc?.({ type, execution: 'sync' })
}

/**
 * Collects garbage after a batch of a long job.
 * @param doneRows rows the job has processed so far, in batches that divide a thousand.
 */
export function collectBatch(doneRows: number): void {
  collectGarbage(doneRows > 0 && doneRows % MANY_ROWS === 0 ? 'major' : 'minor')
}
