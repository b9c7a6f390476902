/** A rotated rectangle in pixels. `angle` is that of the reading direction, in radians, clockwise on screen. */
export type Box = { centreX: number; centreY: number; width: number; height: number; angle: number }

/** One recognised character. `start`, `end` and `gap` are shares of the line's width. */
export type Glyph = {
  char: string
  /** 0 to 1. */
  confidence: number
  start: number
  end: number
  /** The widest gap without ink before this character. */
  gap?: number
  /** The second most likely character, where the first isn't certain. */
  alternative?: { char: string; confidence: number }
}

/** One line of text as it was found in the image. `confidence` is the mean of its glyphs'. */
export type TextLine = { text: string; confidence: number; box: Box; glyphs: Glyph[] }

/** The text of one page. Boxes are in pixels of an image of `width` x `height` that was turned by `turn` degrees. */
export type Page = { width: number; height: number; turn: 0 | 90 | 180 | 270; lines: TextLine[] }
