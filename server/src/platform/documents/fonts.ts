import { readFileSync } from 'node:fs'
import type { Bidi } from 'bidi-js'
import type { Font } from 'fontkit'
import type { Weight } from './font-files.ts'

/** A piece of text and the name of a font file that can print it. */
export type FontRun = { text: string; file: string; isShaped: boolean }
export type FontSet = Readonly<{
  /**
   * Splits a line into runs that one font file can print, in their order from left to right. Characters without a font
   * become question marks.
   */
  runs(line: string, weight: Weight): FontRun[]
  open(file: string): Font
}>
/** `load` prepares for printing parts of a text. */
export type Fonts = Readonly<{ load(text: string): Promise<FontSet> }>

const MAX_OPEN_FONTS = 24
const rightToLeft =
  /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}\p{Script_Extensions=Syriac}\p{Script_Extensions=Thaana}]/u
/** Marks and joiners belong to the letter before them. */
const attached = /[\p{M}\u200C\u200D]/u

/** The fonts of our PDFs. The ones used last stay in memory: decoding takes longer than the rest of an invoice. */
export function createFonts(): Fonts {
  const opened = new Map<string, Font>()
  return { load }

  async function load(text: string): Promise<FontSet> {
    // Loaded on first use: most processes never make a PDF, and most names are Latin.
    const [{ create }, { fontFile, isShaped }, { unwoff }] = await Promise.all([
      import('fontkit'),
      import('./font-files.ts'),
      import('./unwoff.ts'),
    ])
    const needsShaping = [...new Set(text)].some((char) => isShaped(fontFile(char, 400)))
    const shaping = needsShaping ? await import('./shape.ts') : undefined
    const bidi = rightToLeft.test(text) ? await loadBidi() : undefined

    /** Those of this text, however many. */
    const own = new Map<string, Font>()

    function read(file: string): Font {
      const bytes = unwoff(readFileSync(file))
      const font = create(bytes) as Font
      return shaping && isShaped(file) ? shaping.shapeWithHarfBuzz(font, bytes) : font
    }

    function open(file: string): Font {
      const font = own.get(file) ?? opened.get(file) ?? read(file)
      own.set(file, font)
      opened.delete(file)
      opened.set(file, font)
      if (opened.size > MAX_OPEN_FONTS) opened.delete(opened.keys().next().value!)
      return font
    }

    function printable(char: string, weight: Weight): FontRun {
      const file = fontFile(char, weight)
      if (file && open(file).hasGlyphForCodePoint(char.codePointAt(0)!))
        return { text: char, file, isShaped: isShaped(file) }
      return { text: '?', file: fontFile('?', weight)!, isShaped: false }
    }

    function runs(line: string, weight: Weight): FontRun[] {
      const chars = line.normalize('NFC')
      const embedding = bidi?.getEmbeddingLevels(chars, 'ltr')
      const runs: (FontRun & { level: number })[] = []
      /** The run of each UTF-16 unit. */
      const runAt: number[] = []
      for (const char of chars) {
        const level = embedding?.levels[runAt.length] ?? 0
        const isReversed = level % 2 === 1
        const previous = runs.at(-1)
        const run = printable((isReversed && bidi?.getMirroredCharacter(char)) || char, weight)
        // A font reverses its own letters only, so each character between them is a run.
        const isContinued =
          previous?.file === run.file && previous.level === level && (!isReversed || rightToLeft.test(char))
        if (previous && attached.test(char)) previous.text += char
        else if (previous && isContinued) previous.text += run.text
        else runs.push({ ...run, level })
        for (let unit = 0; unit < char.length; unit++) runAt.push(runs.length - 1)
      }
      if (!bidi || !embedding) return runs
      const order = new Set(bidi.getReorderedIndices(chars, embedding).map((at) => runAt[at]!))
      return [...order].map((at) => runs[at]!)
    }

    return { runs, open }
  }
}

async function loadBidi(): Promise<Bidi> {
  // Its types are those of an ES module, but Node loads CommonJS.
  const { default: createBidi } = (await import('bidi-js')) as unknown as { default: () => Bidi }
  return createBidi()
}
