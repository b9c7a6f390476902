import type { Font } from 'fontkit'
import { Blob, Buffer as TextBuffer, ClusterLevel, Face, shape, Font as ShapingFont } from 'harfbuzzjs'

/** Has HarfBuzz place a font's letters. fontkit's own shaping throws at some names, Bengali ones for example. */
export function shapeWithHarfBuzz(font: Font, bytes: Uint8Array): Font {
  const shapingFont = new ShapingFont(new Face(new Blob(bytes)))

  function layout(text: string) {
    const buffer = new TextBuffer()
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(shapingFont, buffer)
    const infos = buffer.getGlyphInfos()
    const letters = lettersOf(
      text,
      infos.map(({ cluster }) => cluster),
    )
    const glyphs = infos.map(({ codepoint: id }, index) => ({
      id,
      advanceWidth: font.getGlyph(id).advanceWidth,
      codePoints: letters[index],
    }))
    const positions = buffer.getGlyphPositions()
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }

  return Object.assign(font, { layout })
}

/**
 * The characters each glyph copies as from the PDF.
 * @param starts where each glyph's text starts. If several start at the same place, the first gets the text.
 */
function lettersOf(text: string, starts: readonly number[]): number[][] {
  const sorted = [...new Set(starts)].toSorted((a, b) => a - b)
  return starts.map((start, index) => {
    if (starts.indexOf(start) !== index) return []
    const end = sorted[sorted.indexOf(start) + 1] ?? text.length
    return Array.from(text.slice(start, end), (char) => char.codePointAt(0)!)
  })
}
