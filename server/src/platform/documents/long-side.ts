type Limits = Readonly<{
  /** What the longer side has at most, unless the picture is long. */
  sidePx: number
  /** What the shorter side of a long picture, such as a screenshot of several screens, keeps so that it can be read. */
  shortSidePx: number
}>

/** Smaller than any format's maximum. */
const MAX_SIDE_PX = 16_000

/** How long the longer side of a picture may be, in pixels. */
export function longSide(
  { width, height }: Readonly<{ width: number; height: number }>,
  { sidePx, shortSidePx }: Limits,
): number {
  const ratio = Math.max(width, height) / Math.min(width, height)
  return Math.min(MAX_SIDE_PX, Math.max(sidePx, Math.ceil(shortSidePx * ratio)))
}
