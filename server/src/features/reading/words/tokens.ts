import { editDistance, labelText } from './labels.ts'

/** A test for words in a text; words of five letters or more may have one letter misread. */
export function tokenTest(text: string): (word: string) => boolean {
  const label = labelText(text)
  const tokens = new Set(label.split(' '))
  return (word) => {
    if (word.includes(' ')) return label.includes(word)
    if (tokens.has(word)) return true
    return (
      word.length >= 5 && [...tokens].some((token) => token.length >= 4 && editDistance(token, word, 1) <= 1)
    )
  }
}
