/**
 * Frees what a batch of a long job left behind, so that the process doesn't grow with every batch until the collector
 * runs. Does nothing unless `npm start` exposes the collector.
 */
export function collectGarbage(type: 'minor' | 'major' = 'minor'): void {
  globalThis.gc?.({ type, execution: 'sync' })
}
