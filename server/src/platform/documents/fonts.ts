import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { unwoff } from './unwoff.ts'

/** A piece of text and the name of a font file that can print it. */
export type FontRun = { text: string; file: string }
type Weight = 400 | 700
type Family = { name: string; folder: string; subsets: { name: string; ranges: [number, number][] }[] }

const require = createRequire(import.meta.url)

// Each family comes in files of a few hundred characters, of which an invoice needs one to three.
const notoSans = readFamily('noto-sans')
const notoSansChinese = readFamily('noto-sans-sc')
const gowunDodum = readFamily('gowun-dodum')

/** Reads which files a family has, and their ranges such as `U+0370-0377`. */
function readFamily(name: string): Family {
  const ranges = require.resolve(`@fontsource/${name}/unicode.json`)
  const subsets = Object.entries(JSON.parse(readFileSync(ranges, 'utf8')) as Record<string, string>)
  return {
    name,
    folder: join(dirname(ranges), 'files'),
    subsets: subsets.map(([subset, list]) => ({
      name: subset.replaceAll(/[[\]]/g, ''),
      ranges: list.split(',').map((range) => {
        const [first, last = first] = range.replace('U+', '').split('-') as [string, string?]
        return [Number.parseInt(first, 16), Number.parseInt(last!, 16)]
      }),
    })),
  }
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
  const families = /\p{Script=Hangul}/u.test(char) ? [gowunDodum] : [notoSans, notoSansChinese]
  for (const family of families) {
    const subset = family.subsets.find(({ ranges }) =>
      ranges.some(([first, last]) => first <= code && code <= last),
    )
    if (!subset) continue
    const fileWeight = family === notoSans ? weight : 400
    return join(family.folder, `${family.name}-${subset.name}-${fileWeight}-normal.woff`)
  }
  return undefined
}

const openFonts = new Map<string, Font>()

/** The font in a file, kept in memory: decoding its tables takes longer than the rest of an invoice. */
export function openFont(file: string): Font {
  let font = openFonts.get(file)
  if (!font) {
    font = create(unwoff(readFileSync(file))) as Font
    openFonts.set(file, font)
  }
  return font
}
