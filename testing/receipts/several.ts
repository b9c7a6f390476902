import sharp from 'sharp'
import { drawReceipt, type DrawnReceipt } from './draw.ts'
import { seededRandom } from './random.ts'

const TABLE = '#4a3b30'
const MARGIN_PX = 60
/** The most a receipt may measure. */
const [WIDTH_PX, HEIGHT_PX] = [900, 1900]

/** Draws the receipts of some seeds lying side by side on a dark table, as JPEG. */
export async function drawSeveral(
  seeds: readonly number[],
): Promise<{ image: Buffer; labels: DrawnReceipt['label'][] }> {
  const random = seededRandom(seeds[0]! + 3_000_003)
  const drawn = await Promise.all(seeds.map((seed) => drawReceipt(seed)))
  const layers: { input: Buffer; left: number; top: number }[] = []
  let [left, bottom] = [MARGIN_PX, 0]
  for (const { image } of drawn) {
    const size = { width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true } as const
    const flat = await sharp(image).resize(size).png().toBuffer()
    const tilted = sharp(flat).rotate(random.between(-1.5, 1.5), { background: TABLE }).png()
    const { data, info } = await tilted.toBuffer({ resolveWithObject: true })
    const top = MARGIN_PX + random.integer(0, 100)
    layers.push({ input: data, left, top })
    left += info.width + random.integer(20, 90)
    bottom = Math.max(bottom, top + info.height)
  }
  const table = {
    width: left + MARGIN_PX,
    height: bottom + MARGIN_PX,
    channels: 3,
    background: TABLE,
  } as const
  const image = await sharp({ create: table }).composite(layers).jpeg({ quality: 85 }).toBuffer()
  return { image, labels: drawn.map(({ label }) => label) }
}
