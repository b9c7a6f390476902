import { type GreyFrame } from './grey.ts'
import { isBlurry, lightProblem } from './quality.ts'
import { movement, type Quad } from './quad.ts'

/** How the camera could see the receipt better; undefined once it's fine. */
export type Advice =
  | 'Too dark'
  | 'Glare'
  | 'Fit the receipt in the frame'
  | 'Move closer'
  | 'Hold still'
  | 'Out of focus'

/** Smaller receipts have small print: of the frame's width or height, whichever they fill more of. */
const MIN_EXTENT = 0.55
/** Corners of a steady picture move less than this from frame to frame. */
const MAX_MOVEMENT = 0.02

type View = {
  /** The whole picture. */
  frame: GreyFrame
  /** A part of the paper, scaled as a photo of `QUALITY_PIXELS`. */
  detail: GreyFrame
  outline: Quad | undefined
  /** Of the frame before. */
  previous: Quad | undefined
}

/** The one thing to change first. */
export function adviceFor({ frame, detail, outline, previous }: View): Advice | undefined {
  const light = lightProblem(frame)
  if (light === 'dark') return 'Too dark'
  if (!outline) return 'Fit the receipt in the frame'
  if (light === 'glare') return 'Glare'
  if (extentOf(outline) < MIN_EXTENT) return 'Move closer'
  if (!previous || movement(previous, outline) > MAX_MOVEMENT) return 'Hold still'
  return isBlurry(detail) ? 'Out of focus' : undefined
}

function extentOf(outline: Quad): number {
  const spreadOf = (values: number[]) => Math.max(...values) - Math.min(...values)
  return Math.max(spreadOf(outline.map(([x]) => x)), spreadOf(outline.map(([, y]) => y)))
}
