/**
 * Reads a JSON value from the device's storage, or from the tab's.
 * @param parse validates the value, which an older version may have written; undefined rejects it.
 */
export function load<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
  storage: Storage = localStorage,
): Value | undefined {
  const text = storage.getItem(key)
  if (text === null) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes a value as JSON, if the storage is available and has room. */
export function save(key: string, value: unknown, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function remove(key: string, storage: Storage = localStorage): void {
  storage.removeItem(key)
}

export function keysWithPrefix(prefix: string, storage: Storage = localStorage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix))
}
