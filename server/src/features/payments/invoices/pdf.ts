/** One line of text on a page. Lengths are points, counted from the top left corner. */
export type TextLine = {
  x: number
  y: number
  size: number
  text: string
  isBold?: boolean
  isRight?: boolean
}
export type Rule = { y: number; from: number; to: number }

const PAGE = { width: 595, height: 842 }
/** Widths of Helvetica in thousandths of its size, for what is set against the right edge: figures and short words. */
const DIGIT_WIDTH = 556
const NARROW_WIDTH = 278

/** A page of text as PDF 1.7, with the fonts every reader has; nothing is embedded and nothing is loaded. */
export function pdfPage(title: string, lines: readonly TextLine[], rules: readonly Rule[] = []): Buffer {
  const content = [...rules.map(drawRule), ...lines.map(drawText)].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-AU) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    `<< /Title ${literal(title)} >>`,
  ]
  return assemble(objects)
}

function assemble(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

function drawText({ x, y, size, text, isBold = false, isRight = false }: TextLine): string {
  const left = isRight ? x - widthOf(text, size) : x
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${left.toFixed(1)} ${(PAGE.height - y).toFixed(1)} Td ${literal(text)} Tj ET`
}

function drawRule({ y, from, to }: Rule): string {
  return `0.5 w ${from} ${PAGE.height - y} m ${to} ${PAGE.height - y} l S`
}

function widthOf(text: string, size: number): number {
  const thousandths = text
    .split('')
    .reduce((sum, sign) => sum + (/[.,:;' ]/.test(sign) ? NARROW_WIDTH : DIGIT_WIDTH), 0)
  return (thousandths * size) / 1000
}

function literal(text: string): string {
  return `(${winAnsi(text).replaceAll(/[\\()]/g, (sign) => `\\${sign}`)})`
}

const beyondLatin1: Record<string, string> = {
  '€': '\x80',
  '…': '\x85',
  Š: '\x8a',
  Ž: '\x8e',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
  š: '\x9a',
  ž: '\x9e',
}

/** Letters outside of the fonts lose their marks ("Nguyễn" becomes "Nguyen"); what has no such form becomes a question mark. */
function winAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), (sign) => {
    if (/[\x20-\x7e\xa0-\xff]/.test(sign)) return sign
    const bare = sign.normalize('NFD').replaceAll(/\p{M}/gu, '')
    return (
      beyondLatin1[sign] ??
      (/^[\x20-\x7e]+$/.test(bare) ? bare : sign === 'đ' ? 'd' : sign === 'Đ' ? 'D' : '?')
    )
  }).join('')
}
