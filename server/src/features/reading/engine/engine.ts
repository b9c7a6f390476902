import { detectLines } from './detect.ts'
import { type Area, cut, type GreyImage, turn } from './grey-image.ts'
import { type LineImage, lineImage } from './line-image.ts'
import { type ModelFiles, readModels } from './models.ts'
import { isSideways, isUpsideDown } from './orientation.ts'
import type { Box, Page, TextLine } from './page.ts'
import { alphabetOf, recogniseLine } from './recognise.ts'
import { openRuntime, type RuntimeName } from './runtime.ts'

/** Recognition works best when lines are about this high in the image the detector sees. */
const IDEAL_LINE_PX = 27
const MIN_LINE_PX = 17
const MAX_LINE_PX = 60
const MAX_ENLARGEMENT = 2
/** Text that fills less of the image than this is cut out before it is enlarged. */
const MAX_FILL = 0.75

/** Turns an image into lines of text. */
export type Engine = { runtime: RuntimeName; recognise(image: GreyImage): Promise<Page> }

/** An image, or a part of one, and the lines in it. */
type Detected = { image: GreyImage; boxes: Box[] }

/**
 * Loads the models; takes a second and about 100 MB.
 * @param modelFolder where the model files are; those of the package when left out.
 * @param runtime native where there is a binary when left out.
 * @throws ModelsUnusable when they are missing or changed.
 */
export async function createEngine(modelFolder?: string, runtime?: RuntimeName): Promise<Engine> {
  const files: ModelFiles = await readModels(modelFolder)
  const { name, load } = await openRuntime(runtime)
  const detection = await load(files.detection)
  const orientation = await load(files.orientation)
  const alphabet = alphabetOf(files.characters)
  const recognition = await load(files.recognition)

  async function recognise(image: GreyImage): Promise<Page> {
    const detected = await detectAtBestScale(image)
    const upright = isSideways(detected.boxes) ? await detectAtBestScale(await turn(image, 90)) : detected
    const turned = upright === detected ? 0 : 90
    const lines = linesOf(upright)
    if (!(await isUpsideDown(orientation, lines))) return pageOf(upright, lines, turned)
    const flipped = await flip(upright)
    return pageOf(flipped, linesOf(flipped), turned === 0 ? 180 : 270)
  }

  async function pageOf(
    { image, boxes }: Detected,
    images: readonly LineImage[],
    turned: Page['turn'],
  ): Promise<Page> {
    const lines: TextLine[] = []
    for (const [index, box] of boxes.entries()) {
      const glyphs = await recogniseLine(recognition, alphabet, images[index]!)
      if (glyphs.length === 0) continue
      const confidence = glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) / glyphs.length
      lines.push({ text: glyphs.map(({ char }) => char).join(''), confidence, box, glyphs })
    }
    return { width: image.width, height: image.height, turn: turned, lines }
  }

  /** Detects lines again at another scale where text is very small or very large in the image. */
  async function detectAtBestScale(image: GreyImage): Promise<Detected> {
    const { boxes, scale } = await detectLines(detection, image)
    if (boxes.length < 2) return { image, boxes }
    const linePx = medianHeight(boxes)
    const seenPx = linePx * scale
    if (seenPx >= MIN_LINE_PX && seenPx <= MAX_LINE_PX) return { image, boxes }
    const area = areaAround(boxes, image, 4 * linePx)
    const isPart = area.width * area.height < MAX_FILL * image.width * image.height
    const betterScale = Math.min(MAX_ENLARGEMENT, (scale * IDEAL_LINE_PX) / seenPx)
    const second = await detectLines(detection, isPart ? await cut(image, area) : image, betterScale)
    if (!isPart) return { image, boxes: second.boxes }
    const moved = second.boxes.map((box) => ({
      ...box,
      centreX: box.centreX + area.left,
      centreY: box.centreY + area.top,
    }))
    return { image, boxes: moved }
  }

  return { runtime: name, recognise }
}

function linesOf({ image, boxes }: Detected): LineImage[] {
  return boxes.map((box) => lineImage(image, box))
}

async function flip({ image, boxes }: Detected): Promise<Detected> {
  const flipped = boxes.map((box) => ({
    ...box,
    centreX: image.width - box.centreX,
    centreY: image.height - box.centreY,
  }))
  return { image: await turn(image, 180), boxes: flipped }
}

function medianHeight(boxes: readonly Box[]): number {
  const heights = boxes.filter(({ width, height }) => width > height).map(({ height }) => height)
  return heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? 30
}

function areaAround(boxes: readonly Box[], { width, height }: GreyImage, padding: number): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (const box of boxes) {
    const [cos, sin] = [Math.abs(Math.cos(box.angle)), Math.abs(Math.sin(box.angle))]
    const halfWidth = (box.width * cos + box.height * sin) / 2
    const halfHeight = (box.width * sin + box.height * cos) / 2
    left = Math.min(left, box.centreX - halfWidth)
    right = Math.max(right, box.centreX + halfWidth)
    top = Math.min(top, box.centreY - halfHeight)
    bottom = Math.max(bottom, box.centreY + halfHeight)
  }
  left = Math.max(0, Math.floor(left - padding))
  top = Math.max(0, Math.floor(top - padding))
  return {
    left,
    top,
    width: Math.min(width, Math.ceil(right + padding)) - left,
    height: Math.min(height, Math.ceil(bottom + padding)) - top,
  }
}
