/** @returns `text` with the wildcards of LIKE escaped, so that it matches itself only. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
