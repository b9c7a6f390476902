import { onTestFinished, vi } from 'vitest'

type Row = { file?: File }

type Database = { transaction: () => object; onclose?: () => void }

/** Keeps files in memory until the test ends: jsdom has no IndexedDB. @returns what's open then. */
export function standInForIndexedDb(): Database {
  const rows = new Map<string, Row>()
  const store = {
    get: (key: string) => request(rows.get(key)),
    getAll: () => request([...rows.values()]),
    getAllKeys: () => request([...rows.keys()]),
    // The browser copies the bytes.
    put: (row: Row, key: string) => {
      const { file } = row
      rows.set(key, file ? { ...row, file: new File([file], file.name, { type: file.type }) } : row)
    },
    delete: (key: string) => rows.delete(key),
  }
  const database: Database = {
    transaction: () => ({ objectStore: () => ({ ...store, transaction: request(undefined) }) }),
  }
  vi.stubGlobal('indexedDB', { open: () => request(database) })
  // Otherwise the next test would find them.
  onTestFinished(() => database.onclose?.())
  return database
}

/** Succeeds once its listener is set. */
function request(result: unknown) {
  const pending: { result: unknown; onsuccess?: () => void } = { result }
  queueMicrotask(() => pending.onsuccess?.())
  return pending
}
