import { expect, test } from 'vitest'
import { adviceFor } from './advice.ts'
import type { GreyFrame } from './grey.ts'
import type { Quad } from './quad.ts'

const SIDE = 128
const frameOf = (greyAt: (x: number, y: number) => number): GreyFrame => ({
  data: Float32Array.from({ length: SIDE * SIDE }, (_, i) => greyAt(i % SIDE, Math.floor(i / SIDE))),
  width: SIDE,
  height: SIDE,
})
const print = frameOf((x, y) => (y % 6 < 3 && (x * 7 + y) % 11 < 4 ? 40 : 230))
const soft = frameOf((x, y) => 130 + 90 * Math.sin(x / 9) * Math.sin(y / 7))
const farAway = frameOf((x, y) => (Math.max(Math.abs(x - 64), Math.abs(y - 64)) < 14 ? 200 : 45))
const square = (from: number, to: number): Quad => [[from, from], [to, from], [to, to], [from, to]] // prettier-ignore

const fine = { frame: print, detail: print, outline: square(0.1, 0.9), previous: square(0.1, 0.9) }

test.each([
  ['a steady, sharp and bright picture', {}, undefined],
  ['the dark', { frame: frameOf(() => 40) }, 'Too dark'],
  ['a lamp on the paper', { frame: frameOf(() => 255) }, 'Glare'],
  ['no paper', { outline: undefined }, 'Fit the receipt in the frame'],
  ['a receipt far away', { outline: square(0.3, 0.7) }, 'Move closer'],
  ['one on a dark table', { frame: farAway, outline: square(0.4, 0.6) }, 'Move closer'],
  ['a moving hand', { previous: square(0.15, 0.95) }, 'Hold still'],
  ['the first look at it', { previous: undefined }, 'Hold still'],
  ['a camera that focuses elsewhere', { detail: soft }, 'Out of focus'],
] as const)('%s', (_, change, advice) => {
  expect(adviceFor({ ...fine, ...change })).toBe(advice)
})
