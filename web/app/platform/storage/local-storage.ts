/**
 * Reads a JSON value from localStorage.
 * @param parse validates the value, which an older version may have written; undefined rejects it.
 */
export function load<Value>(key: string, parse: (stored: unknown) => Value | undefined): Value | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes a value as JSON, if the storage is available and has room. */
export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function remove(key: string): void {
  localStorage.removeItem(key)
}

export function keysWithPrefix(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
