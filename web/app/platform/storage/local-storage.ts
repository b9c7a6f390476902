/**
 * Reads a JSON value from localStorage.
 * @param parse checks what an older version may have written; undefined when it can't be used.
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

/** Writes a value as JSON. A full or forbidden storage is ignored: the work on screen goes on. */
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
