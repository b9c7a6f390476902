import { z } from 'zod'

type Corner = [x: number, y: number]

/** A place on a picture, as shares of its width and height. */
const corner = z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])

/** Of paper: top left, top right, bottom right, bottom left. */
const corners = z
  .tuple([corner, corner, corner, corner])
  .refine(isUsableQuad, 'Move the corners further apart.')

/** How to crop, straighten and turn an upright picture. */
export const adjustment = z.strictObject({
  /** The corners of the part to keep. */
  corners,
  /** Quarter turns clockwise, afterwards. */
  turns: z.number().int().min(0).max(3),
})
export type Adjustment = z.infer<typeof adjustment>

export const fileVersion = z.number().int().min(1).max(1_000_000)
export const fileAdjustment = adjustment.extend({
  /** The one that was shown; the current one by default. */
  version: fileVersion.optional(),
})

/** The most receipts that can be cut out of one picture. */
export const MAX_PARTS = 8
/** The corners of each receipt in a picture of several; the recognised ones by default. */
export const splitting = z.strictObject({ receipts: z.array(corners).min(2).max(MAX_PARTS).optional() })

/** Sides shorter than this, as a share of the picture, or corners that are almost straight aren't paper. */
const MIN_CORNER_AREA = 0.002

/** Whether corners in this order lie clockwise around a convex area that isn't tiny. */
export function isUsableQuad(corners: [Corner, Corner, Corner, Corner]): boolean {
  return corners.every(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % 4]!
    const [afterX, afterY] = corners[(i + 2) % 4]!
    return (nextX - x) * (afterY - nextY) - (nextY - y) * (afterX - nextX) > MIN_CORNER_AREA
  })
}
