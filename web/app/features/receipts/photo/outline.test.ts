import { drawReceipt } from '@docketbox/testing/receipts/draw'
import { PHOTO_KINDS, photographWithCorners } from '@docketbox/testing/receipts/photograph'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { GreyFrame } from './grey.ts'
import { detectOutline, DETECTION_PIXELS } from './outline.ts'
import { movement, type Quad } from './quad.ts'

/** Photos need no more pixels than detection uses. */
const STEP = 5
const MAX_ERROR = 0.03

async function frameOf(photo: Buffer): Promise<GreyFrame> {
  const { data, info } = await sharp(photo)
    .resize({ width: DETECTION_PIXELS, height: DETECTION_PIXELS, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: Float32Array.from(data), width: info.width, height: info.height }
}

test.each(PHOTO_KINDS.flatMap((kind) => [[kind, 21] as const, [kind, 22] as const, [kind, 23] as const]))(
  'the outline follows the paper: %s, receipt %i',
  async (kind, seed) => {
    const { image } = await drawReceipt(seed)
    const { photo, corners } = await photographWithCorners(image, seed, { kind, step: STEP })
    const outline = detectOutline(await frameOf(photo))
    expect(outline).toBeDefined()
    expect(movement(outline!, corners as unknown as Quad)).toBeLessThan(MAX_ERROR)
  },
)

test.each(PHOTO_KINDS)('an empty table has no outline: %s', async (kind) => {
  const { image } = await drawReceipt(31)
  const { photo } = await photographWithCorners(image, 31, { kind, step: STEP, isEmpty: true })
  expect(detectOutline(await frameOf(photo))).toBeUndefined()
})

test.each([
  ['planks', (x: number, y: number) => (y % 40 < 3 ? 40 : 120 + 20 * Math.sin(x / 9 + y))],
  ['tiles', (x: number, y: number) => (x % 80 < 4 || y % 80 < 4 ? 60 : 190)],
  ['a table’s edge', (x: number, y: number) => (x + y / 5 > 120 ? 200 : 60)],
  ['a plain wall', () => 180],
])('neither do %s', (_, greyAt) => {
  const [width, height] = [180, 240]
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    greyAt(i % width, Math.floor(i / width)),
  )
  expect(detectOutline({ data, width, height })).toBeUndefined()
})
