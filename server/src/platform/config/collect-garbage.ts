/** After so many rows of a job, what its batches left behind is worth a complete collection. */
const MANY_ROWS = 1_000

/**
 * Frees what was only needed for a moment, so that the process doesn't grow until the next collection. Does
 * nothing unless `npm start` exposes the collector.
 */
export function collectGarbage(type: 'minor' | 'major' = 'minor'): void {
  globalThis.gc?.({ type, execution: 'sync' })
}

/**
 * Frees what a batch of a long job left behind.
 * @param doneRows of the whole job so far, in batches that divide a thousand.
 */
export function collectBatch(doneRows: number): void {
  collectGarbage(doneRows > 0 && doneRows % MANY_ROWS === 0 ? 'major' : 'minor')
}
