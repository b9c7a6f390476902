/** The device's storage, or the tab's. */
type StorageName = 'localStorage' | 'sessionStorage'

/** Reads a text; null without one, or in a browser that refuses site storage: public pages work there, too. */
export function read(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/**
 * Reads a JSON value.
 * @param parse validates the value, which an older version may have written; undefined rejects it.
 */
export function load<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
  storage?: StorageName,
): Value | undefined {
  const text = read(key, storage)
  if (text === null) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes a value as JSON, if the storage is available and has room. */
export function save(key: string, value: unknown, storage: StorageName = 'localStorage'): void {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function remove(key: string, storage: StorageName = 'localStorage'): void {
  try {
    window[storage].removeItem(key)
  } catch {
    return
  }
}

export function keysWithPrefix(prefix: string, storage: StorageName = 'localStorage'): string[] {
  try {
    return Object.keys(window[storage]).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
