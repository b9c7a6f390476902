import { expect, test } from 'vitest'
import type { GreyFrame, ReadFrame } from './grey.ts'
import { hasSmallPrint } from './print-size.ts'

const SIDE = 600

/** Paper with lines of letters this high: a box with a bar in it for each. */
function pageOf(letterHeight: number): GreyFrame {
  const stroke = Math.max(1, Math.round(letterHeight / 8))
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const [inLetter, inLine] = [x % Math.round(letterHeight * 0.8), y % (letterHeight * 2)]
    const isGap = inLetter >= Math.round(letterHeight * 0.6) || inLine >= letterHeight
    const isStroke =
      inLetter < stroke ||
      inLine < stroke ||
      inLine >= letterHeight - stroke ||
      Math.abs(inLine - letterHeight / 2) < stroke / 2
    return !isGap && isStroke ? 30 : 235
  })
  return { data, width: SIDE, height: SIDE }
}

const readFrom =
  ({ data }: GreyFrame): ReadFrame =>
  ({ scale, part = { left: 0, top: 0, width: SIDE, height: SIDE } }) => {
    const [width, height] = [Math.floor(part.width * scale), Math.floor(part.height * scale)]
    const [step, area] = [1 / scale, scale * scale]
    const scaled = Float32Array.from({ length: width * height }, (_, i) => {
      const [left, top] = [part.left + (i % width) * step, part.top + Math.floor(i / width) * step]
      let sum = 0
      for (let y = top; y < top + step; y++)
        for (let x = left; x < left + step; x++) sum += data[y * SIDE + x]!
      return sum * area
    })
    return { data: scaled, width, height }
  }

test.each([
  [6, true],
  [8, true],
  [12, false],
  [20, false],
  [36, false],
])('letters of %i pixels are too small: %s', (letterHeight, isSmall) => {
  const size = { width: SIDE, height: SIDE }
  expect(hasSmallPrint(size, undefined, readFrom(pageOf(letterHeight)))).toBe(isSmall)
})

test('a blank page has no small print', () => {
  const blank = { data: new Float32Array(SIDE * SIDE).fill(200), width: SIDE, height: SIDE }
  expect(hasSmallPrint(blank, undefined, readFrom(blank))).toBe(false)
})
