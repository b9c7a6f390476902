import sharp from 'sharp'

export type Docket = Readonly<{
  supplier: string
  totalCents: number
  date?: string
  items?: string[]
  /** The colour of the paper. */
  paper?: string
}>
type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'
type Size = Readonly<{ width: number; height: number }>

/** Draws a receipt lying on a table. */
export async function drawDocket(
  docket: Docket,
  format: PictureFormat = 'jpeg',
  { width, height }: Size = { width: 900, height: 1200 },
): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(docket, width, height)))
    .flatten({ background: '#6b5b4b' })
    .toFormat(format)
    .toBuffer()
}

function svgOf(
  { supplier, totalCents, date = '03/03/2026', items = [], paper = '#fdfcf7' }: Docket,
  width: number,
  height: number,
) {
  const unit = height / 24
  const sheet = { width: Math.min(width * 0.7, height * 0.55), height: height * 0.9 }
  const left = (width - sheet.width) / 2
  const lines = items.length > 0 ? items : ['Unleaded 91  38.2 L', 'Coffee, regular', 'Windscreen wash']
  const total = (totalCents / 100).toFixed(2)
  const gst = (totalCents / 1100).toFixed(2)
  const text = [
    `<text x="${width / 2}" y="${unit * 4}" text-anchor="middle" font-weight="bold" font-size="${unit}">${escape(supplier)}</text>`,
    `<text x="${width / 2}" y="${unit * 5.5}" text-anchor="middle" font-size="${unit * 0.7}">ABN 00 000 000 000 · TAX INVOICE</text>`,
    ...[`Date ${date}`, ...lines, `GST included  $${gst}`].map(
      (line, at) =>
        `<text x="${left + unit}" y="${unit * (8 + at * 1.4)}" font-size="${unit * 0.75}">${escape(line)}</text>`,
    ),
    `<text x="${left + unit}" y="${unit * 18}" font-weight="bold" font-size="${unit * 1.1}">TOTAL  $${total}</text>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans Mono, monospace">
    <rect width="100%" height="100%" fill="#6b5b4b"/>
    <rect x="${left}" y="${height * 0.05}" width="${sheet.width}" height="${sheet.height}" fill="${paper}"/>
    <g fill="#222">${text.join('')}</g></svg>`
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
