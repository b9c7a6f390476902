import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A piece of text and the file of a font that can print it. */
export type FontRun = { text: string; file: string }
type Weight = 400 | 700
type Subset = { name: string; ranges: [first: number, last: number][] }

const require = createRequire(import.meta.url)

// Each family comes in files of a few hundred characters, of which an invoice needs one to three.
const subsetsByFamily = new Map(
  ['noto-sans', 'noto-sans-sc', 'gowun-dodum'].map((family) => [family, subsetsOf(family)]),
)

/** Reads the files of a family and their ranges such as `U+0370-0377`. */
function subsetsOf(family: string): Subset[] {
  const json = readFileSync(require.resolve(`@fontsource/${family}/unicode.json`), 'utf8')
  return Object.entries(JSON.parse(json) as Record<string, string>).map(([name, ranges]) => ({
    name: name.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [first, last = first] = range.replace('U+', '').split('-') as [string, string?]
      return [Number.parseInt(first, 16), Number.parseInt(last!, 16)]
    }),
  }))
}

/** Splits a text into runs that one font file can print. Characters without a font become question marks. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = []
  for (const char of text.normalize('NFC')) {
    const file = fontFile(char, weight)
    const run = file ? { text: char, file } : { text: '?', file: fontFile('?', weight)! }
    const previous = runs.at(-1)
    // A combining mark belongs to the letter before it.
    if (previous && (previous.file === run.file || /\p{M}/u.test(char))) previous.text += run.text
    else runs.push(run)
  }
  return runs
}

function fontFile(char: string, weight: Weight): string | undefined {
  const code = char.codePointAt(0)!
  // The Chinese font's ranges include Korean syllables that it can't print.
  const families = /\p{Script=Hangul}/u.test(char) ? ['gowun-dodum'] : ['noto-sans', 'noto-sans-sc']
  for (const family of families) {
    const subset = subsetsByFamily
      .get(family)!
      .find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
    if (!subset) continue
    const fileWeight = family === 'noto-sans' ? weight : 400
    return require.resolve(`@fontsource/${family}/files/${family}-${subset.name}-${fileWeight}-normal.woff`)
  }
  return undefined
}
