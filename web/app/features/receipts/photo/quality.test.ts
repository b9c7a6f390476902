import { expect, test } from 'vitest'
import { greyFrom } from './grey.ts'
import { isBlurry, lightProblem } from './quality.ts'

const SIDE = 240

/** A frame of paper with lines of dark print on a table; `shade` changes every grey value. */
function frameOf(shade: (grey: number) => number = (grey) => grey, blurPixels = 0) {
  const isPrint = (x: number, y: number) => y % 12 < 6 && (x * 7 + Math.floor(y / 12) * 3) % 11 < 4
  const sharp = (x: number, y: number) => (x < 40 || x > 200 ? 70 : isPrint(x, y) ? 40 : 230)
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      let sum = 0
      for (let dy = -blurPixels; dy <= blurPixels; dy++) {
        for (let dx = -blurPixels; dx <= blurPixels; dx++) sum += sharp(x + dx, y + dy)
      }
      const grey = shade(sum / (2 * blurPixels + 1) ** 2)
      data.set([grey, grey, grey, 255], (y * SIDE + x) * 4)
    }
  }
  return greyFrom({ data, width: SIDE, height: SIDE })
}

test.each([
  ['a sharp photo', frameOf(), undefined],
  ['a pale print', frameOf((grey) => 180 + grey / 5), undefined],
  ['a blurred photo', frameOf(undefined, 6), 'blur'],
  ['a photo in the dark', frameOf((grey) => grey * 0.3), 'dark'],
  ['a photo with glare', frameOf((grey) => grey * 1.3), 'glare'],
  ['a plain surface', frameOf(() => 150), undefined],
])('%s', (_, frame, problem) => {
  expect(lightProblem(frame) ?? (isBlurry(frame) ? 'blur' : undefined)).toBe(problem)
})
