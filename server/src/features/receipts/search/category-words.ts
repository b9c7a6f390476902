/** What the names of the six categories say (`0002_receipts.sql`). */
const nameWords = [
  ['fuel', 'car', 'repair', 'and', 'servicing'],
  ['travel', 'expenses'],
  ['insurance', 'and', 'memberships'],
  ['workmeal', 'meal'],
  ['certification', 'and', 'training'],
  ['others'],
]
const MIN_LENGTH = 3

/** The ids of the categories whose name has a word that begins like this one, or like its singular. */
export function categoriesNamed(word: string): string[] {
  const start = word.length > MIN_LENGTH ? word.replace(/s$/, '') : word
  if (start.length < MIN_LENGTH) return []
  return nameWords.flatMap((words, at) =>
    words.some((name) => name.startsWith(start)) ? `01937000-0000-7000-8000-00000000000${at + 1}` : [],
  )
}
