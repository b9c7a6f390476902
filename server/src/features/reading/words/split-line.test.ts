import { expect, test } from 'vitest'
import { splitLine } from './split-line.ts'

const STEP_PX = 8

/** Characters with the gap before each and the distance from the one before, in pixels. */
function wordsOf(text: string, gaps: readonly number[], distances: readonly number[]): string {
  const width = distances.reduce((sum, distance) => sum + distance, STEP_PX)
  let start = 0
  const glyphs = Array.from(text, (char, i) => {
    start += i === 0 ? 0 : distances[i - 1]!
    const gap = i === 0 ? 0 : gaps[i - 1]! / width
    return { char, confidence: 1, start: start / width, end: (start + STEP_PX) / width, gap }
  })
  return splitLine(glyphs)
    .map((word) => word.map(({ char }) => char).join(''))
    .join(' ')
}

// As the engine measured them.
test.for([
  [
    'a condensed font, whose spaces are narrow',
    'BAYSIDE AIRPORT PARKING PTY LTD',
    [4, 3, 6, 5, 7, 6, 16, 6, 7, 6, 3, 6, 11, 24, 0, 5, 6, 6, 7, 7, 19, 9, 11, 19, 5, 12],
    [24, 24, 24, 24, 16, 32, 32, 24, 32, 24, 24, 32, 24, 24, 16, 32, 24, 24, 24, 24, 40, 24, 24, 40, 16, 24],
  ],
  [
    'letters of one width, with wide gaps beside narrow ones',
    'PAPADOPOULOS OPTOMETRIST',
    [5, 6, 6, 6, 5, 7, 5, 6, 10, 23, 6, 41, 8, 18, 17, 5, 9, 22, 18, 19, 18, 19],
    [32, 40, 32, 32, 40, 32, 40, 32, 40, 32, 40, 72, 32, 32, 40, 32, 40, 32, 32, 40, 32, 40],
  ],
  [
    'capitals',
    'MCKENZIE PIE SHOP',
    [9, 8, 8, 10, 8, 9, 9, 23, 8, 10, 22, 7, 9, 9],
    [40, 32, 32, 40, 32, 24, 24, 48, 24, 24, 48, 32, 40, 32],
  ],
  [
    'a place with its postcode',
    'Geelong VIC 3220',
    [4, 4, 5, 4, 5, 4, 13, 5, 5, 14, 3, 4, 4],
    [24, 16, 16, 16, 16, 16, 40, 16, 16, 32, 16, 24, 24],
  ],
  ['a single word', 'WOOLWORTHS', [6, 7, 9, 8, 6, 7, 10, 9, 6], [40, 32, 32, 40, 32, 32, 24, 32, 32]],
] as const)('words are told apart in %s', ([, text, gaps, distances]) => {
  expect(wordsOf(text.replaceAll(' ', ''), gaps, distances)).toBe(text)
})

test('text with a text layer is split at its spaces only', () => {
  const glyphs = Array.from('Tax invoice', (char, i) => ({
    char,
    confidence: 1,
    start: i / 11,
    end: (i + 1) / 11,
  }))
  expect(splitLine(glyphs)).toHaveLength(2)
})
