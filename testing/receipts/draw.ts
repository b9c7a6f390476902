import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { type Random, seededRandom } from './random.ts'
import { type ReceiptLabel, type ReceiptLine, receiptText } from './receipt-text.ts'

/** Fonts like those of tills and of invoices, by package; only the regular and bold Latin files are used. */
const FONTS = [
  'vt323',
  'share-tech-mono',
  'ubuntu-mono',
  'inconsolata',
  'courier-prime',
  'roboto-condensed',
  'oswald',
]
const [PAPER, INK] = ['#fdfcf7', 25]
const MARGIN_LINES = 1.5
const LETTERS_PER_LINE = 40

export type DrawnReceipt = { image: Buffer; label: ReceiptLabel }

/** Draws the receipt of a seed as a flat scan, as PNG. `isFaded` prints it pale and patchy. */
export async function drawReceipt(seed: number, { isFaded = false } = {}): Promise<DrawnReceipt> {
  loadFonts()
  const random = seededRandom(seed + 1_000_003)
  const { lines, label } = receiptText(seed)
  const canvas = layOut(random, lines, random.pick(FONTS), isFaded)
  const flat = sharp(await canvas.encode('png'))
  return { image: await (isFaded ? flat.blur(0.6) : flat).png().toBuffer(), label }
}

function layOut(random: Random, lines: readonly ReceiptLine[], font: string, isFaded: boolean): Canvas {
  const width = random.integer(420, 900)
  const fontPx = sizeToFit(lines, font, width)
  const spacing = random.between(1.15, 1.6)
  const heights = lines.map(({ size = 1 }) => fontPx * size * spacing)
  const margin = fontPx * MARGIN_LINES
  const height = Math.ceil(heights.reduce((sum, line) => sum + line, 0) + 2 * margin)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = PAPER
  context.fillRect(0, 0, width, height)
  let y = margin
  lines.forEach((line, i) => {
    y += heights[i]!
    const grey = isFaded ? random.integer(110, 175) : INK
    context.fillStyle = `rgb(${grey},${grey},${grey})`
    drawLine(context, line, { font, fontPx, y, left: margin, right: width - margin })
  })
  return canvas
}

type Placement = { font: string; fontPx: number; y: number; left: number; right: number }

function drawLine(
  context: SKRSContext2D,
  line: ReceiptLine,
  { font, fontPx, y, left, right }: Placement,
): void {
  const { text, right: rightText, align = 'left', size = 1, bold = false } = line
  context.font = `${bold ? 'bold ' : ''}${fontPx * size}px ${font}`
  const measured =
    context.measureText(text).width + (rightText ? context.measureText(`  ${rightText}`).width : 0)
  if (measured > right - left)
    context.font = `${bold ? 'bold ' : ''}${(fontPx * size * (right - left)) / measured}px ${font}`
  context.textAlign = align === 'centre' && rightText === undefined ? 'center' : 'left'
  context.fillText(text, context.textAlign === 'center' ? (left + right) / 2 : left, y)
  if (rightText === undefined) return
  context.textAlign = 'right'
  context.fillText(rightText, right, y)
}

function sizeToFit(lines: readonly ReceiptLine[], font: string, width: number): number {
  const context = createCanvas(10, 10).getContext('2d')
  context.font = `100px ${font}`
  const letters = Math.max(
    LETTERS_PER_LINE,
    ...lines.map(({ text, right = '' }) => text.length + right.length),
  )
  return (100 * width * 0.9) / context.measureText('n'.repeat(Math.min(letters, 46))).width
}

function loadFonts(): void {
  if (GlobalFonts.has(FONTS[0]!)) return
  for (const font of FONTS) {
    const folder = join(dirname(fileURLToPath(import.meta.resolve(`@fontsource/${font}`))), 'files')
    for (const file of readdirSync(folder)) {
      if (/-latin-(400|700)-normal\.woff2$/.test(file)) GlobalFonts.registerFromPath(join(folder, file), font)
    }
  }
}
