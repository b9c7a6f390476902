import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Weight = 400 | 700
type Family = { name: string; folder: string; subsets: { name: string; ranges: [number, number][] }[] }

const require = createRequire(import.meta.url)

// Each family comes in files of a few hundred characters, of which an invoice needs one to three.
const notoSans = readFamily('noto-sans')
const notoSansChinese = readFamily('noto-sans-sc')
const gowunDodum = readFamily('gowun-dodum')

/** Scripts whose letters change with their neighbours, or just aren't in Noto Sans; by their names in Unicode. */
const scripts = (
  'Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam ' +
  'Myanmar Oriya Sinhala Syriac Tamil Telugu Thaana Thai Tibetan'
)
  .split(' ')
  .map((name) => ({ name: name.toLowerCase(), pattern: new RegExp(`\\p{Script_Extensions=${name}}`, 'u') }))
const scriptFile = new RegExp(`-(?:${scripts.map(({ name }) => name).join('|')})-\\d+-normal`)

/** Lists the files of a family with their character ranges, such as `U+0370-0377`. */
function readFamily(name: string): Family {
  const ranges = require.resolve(`@fontsource/${name}/unicode.json`)
  const subsets = Object.entries(JSON.parse(readFileSync(ranges, 'utf8')) as Record<string, string>)
  return {
    name,
    folder: filesOf(name),
    subsets: subsets.map(([subset, list]) => ({
      name: subset.replaceAll(/[[\]]/g, ''),
      ranges: list.split(',').map((range) => {
        const [first, last = first] = range.replace('U+', '').split('-') as [string, string?]
        return [Number.parseInt(first, 16), Number.parseInt(last!, 16)]
      }),
    })),
  }
}

function filesOf(family: string): string {
  return join(dirname(require.resolve(`@fontsource/${family}/unicode.json`)), 'files')
}

/** Whether the letters in a font file need shaping. */
export function isShaped(file: string | undefined): boolean {
  return file !== undefined && scriptFile.test(file)
}

/** The file of the font for a character, which may still lack it. */
export function fontFile(char: string, weight: Weight): string | undefined {
  // The Chinese font's ranges include Korean syllables that it can't print.
  if (/\p{Script=Hangul}/u.test(char)) return fileIn(gowunDodum, char, 400)
  return fileIn(notoSans, char, weight) ?? fileOfScript(char, weight) ?? fileIn(notoSansChinese, char, 400)
}

function fileIn({ name, folder, subsets }: Family, char: string, weight: Weight): string | undefined {
  const code = char.codePointAt(0)!
  const subset = subsets.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
  return subset && join(folder, `${name}-${subset.name}-${weight}-normal.woff`)
}

function fileOfScript(char: string, weight: Weight): string | undefined {
  const script = scripts.find(({ pattern }) => pattern.test(char))?.name
  if (!script) return undefined
  const family = `noto-${script === 'tibetan' ? 'serif' : 'sans'}-${script}`
  return join(filesOf(family), `${family}-${script}-${weight}-normal.woff`)
}
