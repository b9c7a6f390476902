import type { Page } from '../engine/page.ts'
import { type PlacedText, textPage } from './text-page.ts'

/** `turn`: how far the page must be turned clockwise, in degrees, for the text to be upright. */
export type DirectedText = PlacedText & { turn: Page['turn'] }
type Size = { width: number; height: number }

const LINE_HEIGHT = 1.5

/** @param direction in which text runs on a page, to the right and down. */
export function turnToRead([right, down]: readonly [number, number]): Page['turn'] {
  const quarters = Math.round(Math.atan2(down, right) / (Math.PI / 2))
  return ((360 - quarters * 90) % 360) as Page['turn']
}

/** A page turned so that most of its text is upright. Text that isn't comes after it. */
export function uprightPage(size: Size, texts: readonly DirectedText[]): Page {
  const lengths = new Map<Page['turn'], number>([[0, 0]])
  for (const { turn, text } of texts) lengths.set(turn, (lengths.get(turn) ?? 0) + text.length)
  const [turn] = [...lengths].reduce((most, other) => (other[1] > most[1] ? other : most))
  const { width, height } = turn % 180 === 0 ? size : { width: size.height, height: size.width }
  const upright = texts.filter((text) => text.turn === turn).map((text) => turnUpright(text, size))
  let bottom = height
  const others = texts
    .filter((text) => text.turn !== turn)
    .map((text) => ({ ...text, left: 0, baseline: (bottom += text.height * LINE_HEIGHT) }))
  return { ...textPage({ width, height }, [...upright, ...others]), turn }
}

function turnUpright(text: DirectedText, { width, height }: Size): PlacedText {
  const { left: x, baseline: y, turn } = text
  if (turn === 90) return { ...text, left: height - y, baseline: x }
  if (turn === 180) return { ...text, left: width - x, baseline: height - y }
  if (turn === 270) return { ...text, left: y, baseline: width - x }
  return text
}
