/** A row's text for looking up labels: capitals and single spaces, with the letter O for a nought before letters. */
export function labelText(text: string): string {
  return text
    .toUpperCase()
    .replace(/0(?=[A-Z])/g, 'O')
    .replace(/[^A-Z ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * How well a row's label text contains one of the given labels.
 * @returns 1 when it does, 0.8 with a misread letter or two, 0 when it doesn't.
 */
export function labelScore(text: string, labels: readonly string[]): number {
  let best = 0
  for (const label of labels) {
    if (text.includes(label)) return 1
    if (best === 0 && isSimilar(text, label)) best = 0.8
  }
  return best
}

export function hasLabel(text: string, labels: readonly string[]): boolean {
  return labelScore(text, labels) > 0
}

function isSimilar(text: string, label: string): boolean {
  const letters = label.replaceAll(' ', '')
  const allowed = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0
  if (allowed === 0) return false
  const words = text.split(' ')
  const count = label.split(' ').length
  return words.some((_, i) => {
    const part = words.slice(i, i + count)
    return part.length === count && editDistance(part.join(''), letters, allowed) <= allowed
  })
}

/**
 * How many letters must be changed, added or removed to make `a` into `b` (Levenshtein).
 * @param max where the count stops: anything further is `max + 1`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, changed))
    }
    if (Math.min(...current) > max) return max + 1
    previous = current
  }
  return previous[b.length]!
}
