import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'
import { expect, test } from 'vitest'
import { createFonts } from '#platform/documents/fonts.ts'
import { drawPage, openPdf } from '#platform/documents/pdf.ts'
import { unwoff } from '#platform/documents/unwoff.ts'
import type { PaymentRow } from '../store.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

const config = {
  PRODUCT_NAME: 'Docketbox',
  BUSINESS_ABN: '90 000 100 000',
  SUPPORT_EMAIL: 'help@docketbox.test',
}
const fonts = createFonts()
const PAGE = { width: 595.28, height: 841.89, left: 56, right: 539 }
const SCALE = 4
const EMAIL = 'ann@example.com'

function invoiceOf(buyerName: string): Promise<Buffer> {
  const payment = { kind: 'months', planName: 'Pro', months: ['2026-07-01'], lines: [], currency: 'AUD' }
  const amounts = { amountCents: 499, creditCents: 0, totalCents: null, refundedCents: 0 }
  const buyer = { invoiceNumber: 1042, buyerName, buyerEmail: EMAIL, paidAt: new Date() }
  return taxInvoicePdf({ config, fonts }, { ...payment, ...amounts, ...buyer } as unknown as PaymentRow)
}

/** The texts that a reader copies or hears instead of glyphs. */
function textsOf(pdf: Buffer): string[] {
  const bytes = pdf.toString('latin1')
  const streams = [...bytes.matchAll(/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)].map(([, packed]) =>
    inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1'),
  )
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  return [...streams.join('\n').matchAll(/\/ActualText \(\xFE\xFF((?:\\.|[^\\)])*)\)/gs)].map(([, text]) => {
    const unescaped = text!.replaceAll(/\\(.)/gs, (_, char: string) => escapes[char] ?? char)
    return Buffer.from(unescaped, 'latin1').swap16().toString('utf16le')
  })
}

/** Where a line starts on its page, in points. */
type TextPosition = { x: number; baseline: number; size: number }
type Ink = { width: number; height: number; isInk(x: number, y: number): boolean }

function inkOf(canvas: Canvas, { x, baseline }: TextPosition): Ink {
  const [left, top] = [Math.floor((x - 4) * SCALE), Math.round((baseline - 12) * SCALE)]
  const [width, height] = [canvas.width - left, 18 * SCALE]
  const { data } = canvas.getContext('2d').getImageData(left, top, width, height)
  return { width, height, isInk: (x, y) => (data[(y * width + x) * 4] ?? 255) < 128 }
}

/** The share of one picture's ink that lies within a pixel of the other's. */
function overlap(one: Ink, other: Ink): number {
  let [ink, shared] = [0, 0]
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      if (!one.isInk(x, y)) continue
      ink++
      if ([-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => other.isInk(x + dx, y + dy)))) shared++
    }
  return shared / ink
}

/** The invoice as a picture, and where it names its buyer: beside `Billed to`, above the email address. */
async function pictureOf(pdf: Buffer, scale: number): Promise<{ canvas: Canvas; buyer: TextPosition }> {
  const document = await openPdf(pdf, 1_000_000)
  const page = await document.getPage(1)
  const canvas = await drawPage(page, { sidePx: PAGE.height * scale, shortSidePx: 0 })
  const { items } = await page.getTextContent()
  const find = (text: string) => items.find((item) => 'str' in item && item.str === text) as TextItem
  const [label, email] = [find('Billed to'), find(EMAIL)]
  const buyer = {
    x: email.transform[4],
    baseline: PAGE.height - label.transform[5],
    size: label.transform[0],
  }
  await document.loadingTask.destroy()
  return { canvas, buyer }
}

/** The line as a browser's text engine draws it with the same fonts. */
async function inkOfText(text: string, position: TextPosition): Promise<Ink> {
  const { runs } = await fonts.load(text)
  // The Latin font comes first, for its spaces.
  const files = new Set(runs(` ${text}`, 400).map(({ file }) => file))
  for (const file of files) if (!GlobalFonts.has(file)) GlobalFonts.register(unwoff(readFileSync(file)), file)
  const canvas = createCanvas(Math.ceil(PAGE.width * SCALE), Math.ceil(PAGE.height * SCALE))
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  context.font = `${position.size * SCALE}px ${[...files].map((file) => JSON.stringify(file)).join(', ')}`
  context.fillText(text, position.x * SCALE, position.baseline * SCALE)
  return inkOf(canvas, position)
}

const names = [
  ['Arabic', 'محمد عبد الله الحسيني'],
  ['Arabic with marks', 'مُحَمَّد'],
  ['Persian', 'زهرا پورحسینی'],
  ['Persian with a joiner', 'علی\u200Cرضا محمدی'],
  ['Urdu', 'نصرت فاطمہ گِل'],
  ['Hebrew', 'שרה בן-גוריון'],
  ['Hebrew with a maqaf', 'דוד בן־גוריון'],
  ['Hebrew with points', 'מֹשֶׁה כֹּהֵן'],
  ['Syriac', 'ܐܫܘܪ ܝܘܚܢܢ'],
  ['Thaana', 'އަޙްމަދު ރަޝީދު'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'ნინო ბერიძე'],
  ['Ethiopic', 'አበበ በቂላ'],
  ['Hindi', 'श्रीमती प्रिया क्षत्रिय शर्मा'],
  ['Nepali', 'कृष्ण बहादुर कार्की'],
  ['Bengali', 'শ্রীমতী কৌশিক চট্টোপাধ্যায়'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਢਿੱਲੋਂ'],
  ['Gujarati', 'કૃષ્ણકાંત પટેલ'],
  ['Odia', 'ପ୍ରଦୀପ ମହାପାତ୍ର'],
  ['Tamil', 'கௌசல்யா ஸ்ரீனிவாசன்'],
  ['Telugu', 'శ్రీనివాస్ కృష్ణమూర్తి'],
  ['Kannada', 'ಶ್ರೀಕೃಷ್ಣ ಕಾರ್ತಿಕ್'],
  ['Malayalam', 'ശ്രീജിത്ത് കൃഷ്ണൻ'],
  ['Sinhala', 'ක්‍රිෂාන්ත ශ්‍රී පෙරේරා'],
  ['Thai', 'สมชาย ศรีสุวรรณ์ น้ำผึ้ง'],
  ['Lao', 'ສົມພອນ ວົງສາ ນ້ຳ'],
  ['Khmer', 'សុខា ស្រីមុំ ចន្ទ្រា'],
  ['Burmese', 'အောင်ဆန်း စုကြည် မြင့်'],
  ['Tibetan', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
  ['Arabic between Latin', 'Ann محمد Lee'],
  ['Latin between Hebrew', 'שרה Cohen-Levi בן-גוריון'],
]

test.each(names)('an invoice prints a name in %s', async (_, name) => {
  const pdf = await invoiceOf(name)
  expect(textsOf(pdf)).toEqual([name])
  const { canvas, buyer } = await pictureOf(pdf, SCALE)
  const [printed, expected] = [inkOf(canvas, buyer), await inkOfText(name, buyer)]
  expect(overlap(printed, expected)).toBeGreaterThan(0.98)
  expect(overlap(expected, printed)).toBeGreaterThan(0.98)
})

test.each([['English', 'Wolfeschlegelsteinhausenbergerdorff'], ['Chinese', '欧阳司马诸葛上官'], ...names])(
  'a long name in %s stays inside the margins',
  async (_, name) => {
    const { canvas } = await pictureOf(await invoiceOf(name.repeat(8)), 1)
    const { width, height } = canvas
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
    /** How far from the left edge there's ink, in points. */
    const inked = new Set<number>()
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 128) inked.add((at / 4) % width)
    expect(Math.min(...inked)).toBeGreaterThan(PAGE.left - 1)
    expect(Math.max(...inked)).toBeLessThan(PAGE.right + 1)
  },
)
