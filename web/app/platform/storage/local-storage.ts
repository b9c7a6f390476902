/**
 * Small things kept on this device so that a reload loses nothing that was typed: pending uploads, drafts of
 * long forms. What comes back is checked by the caller's `parse`, because an older version may have written it.
 */
export function kept<Value>(key: string, parse: (stored: unknown) => Value | undefined): Value | undefined {
  const text = localStorage.getItem(key)
  if (text === null) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Keeps a value; a full or forbidden storage is no reason to stop somebody's work. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export function forget(key: string): void {
  localStorage.removeItem(key)
}

/** The keys of everything kept whose key begins so. */
export function keysKept(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
