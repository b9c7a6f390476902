import { asInput, LINE_HEIGHT_PX, type LineImage } from './line-image.ts'
import { measureGaps } from './gaps.ts'
import type { Glyph } from './page.ts'
import type { Model } from './runtime.ts'

const MIN_WIDTH_PX = 64
const WIDTH_MULTIPLE_PX = 8
/** Below this certainty the runner-up is kept too. */
const CERTAIN = 0.9
const MIN_ALTERNATIVE = 0.03
const EXTRA_CHARACTERS = '£€©®°²½—’‘“”×·•'
const OTHERS_STEP = 20

/** A class of the model and its character; class 0 is "nothing". */
type Character = { index: number; char: string }
/** The characters that may be recognised, and the classes their scores are shares of: theirs and some of other scripts. */
export type Alphabet = { characters: readonly Character[]; classes: readonly number[] }

/**
 * Of the 6,600 characters the model knows, those printed on Australian receipts. Every twentieth of the others stays as
 * well, so that text in another script is read with low confidence rather than as Latin letters.
 */
export function alphabetOf(characterFile: Buffer): Alphabet {
  const lines = characterFile.toString().replaceAll('\r', '').replace(/\n$/, '').split('\n')
  const all = ['', ...lines, ' ']
  const isWanted = (char: string, index: number) =>
    index === 0 || /^[\x20-\x7e]$/.test(char) || (char !== '' && EXTRA_CHARACTERS.includes(char))
  const characters = all.flatMap((char, index) => (isWanted(char, index) ? { index, char } : []))
  const classes = [...all.keys()].filter((index) => index % OTHERS_STEP === 0 || isWanted(all[index]!, index))
  return { characters, classes }
}

/** Recognises one line (CTC). One line at a time: batches cost more memory and no less time. */
export async function recogniseLine(model: Model, alphabet: Alphabet, line: LineImage): Promise<Glyph[]> {
  const width = Math.max(MIN_WIDTH_PX, Math.ceil(line.width / WIDTH_MULTIPLE_PX) * WIDTH_MULTIPLE_PX)
  const { data, dims } = await model(asInput(line, width), [1, 3, LINE_HEIGHT_PX, width])
  const [, steps, classes] = dims as [number, number, number]
  const glyphs = decode(data, alphabet, { steps, classes, usedSteps: steps * (line.width / width) })
  measureGaps(glyphs, line)
  return glyphs
}

type Shape = { steps: number; classes: number; usedSteps: number }

/** The best class of every step; runs of one class are one glyph, "nothing" parts equal ones. */
function decode(scores: Float32Array, alphabet: Alphabet, { steps, classes, usedSteps }: Shape): Glyph[] {
  const glyphs: Glyph[] = []
  let previous = 0
  const end = Math.min(steps, Math.ceil(usedSteps) + 1)
  for (let step = 0; step < end; step++) {
    const best = bestClass(scores, step * classes, alphabet)
    if (best.index !== 0 && best.index === previous) {
      const glyph = glyphs.at(-1)!
      glyph.end = (step + 1) / usedSteps
      if (best.score > glyph.confidence) {
        glyph.confidence = best.score
        if (best.alternative) glyph.alternative = best.alternative
      }
    } else if (best.index !== 0) {
      glyphs.push({
        char: best.char,
        confidence: best.score,
        start: step / usedSteps,
        end: (step + 1) / usedSteps,
        ...(best.alternative && { alternative: best.alternative }),
      })
    }
    previous = best.index
  }
  return glyphs
}

type Best = Character & { score: number; alternative?: NonNullable<Glyph['alternative']> }

function bestClass(scores: Float32Array, offset: number, { characters, classes }: Alphabet): Best {
  let total = 0
  for (const index of classes) total += scores[offset + index]!
  let [best, second] = [characters[0]!, characters[0]!]
  let [score, secondScore] = [0, 0]
  for (const character of characters) {
    const value = scores[offset + character.index]! / total
    if (value > score) {
      ;[second, secondScore] = [best, score]
      ;[best, score] = [character, value]
    } else if (value > secondScore) [second, secondScore] = [character, value]
  }
  const isCertain = best.index === 0 || score >= CERTAIN
  if (isCertain || second.index === 0 || secondScore <= MIN_ALTERNATIVE) return { ...best, score }
  return { ...best, score, alternative: { char: second.char, confidence: secondScore } }
}
