import type { ReadBox, ReadFields } from '@docketbox/contract'
import type { ReceiptArea } from '#platform/storage/reader.ts'
import type { Page } from '../engine/page.ts'
import { toNameCase } from '../suppliers/name-case.ts'
import type { Row } from '../words/rows.ts'
import type { Area } from '../words/words.ts'
import { SURE } from './confidence.ts'
import type { Extraction, ReadValue } from './extract.ts'
import type { Corners } from './tilt.ts'

/** Values below aren't worth looking at. */
const MIN_CONFIDENCE = 0.05

/**
 * Values as the product stores them, with boxes relative to each page as its preview shows it.
 * @param hasPlaces whether a page's preview shows the text where it was read.
 */
export function toReadFields(
  extraction: Extraction,
  pages: readonly Page[],
  hasPlaces: readonly boolean[],
): ReadFields {
  const toField = <Value>(read: ReadValue<Value> | undefined) => {
    if (!read || read.confidence < MIN_CONFIDENCE) return null
    const page = read.rows[0]!.page
    return {
      value: read.value,
      confidence: Math.round(read.confidence * 1000) / 1000,
      level: read.confidence >= SURE ? ('sure' as const) : ('check' as const),
      box: hasPlaces[page] ? boxOf(read, pages[page]!) : null,
    }
  }
  const gst = toField(extraction.gstCents)
  const supplier = toField(extraction.supplier)
  const total = toField(extraction.totalCents)
  return {
    supplier: supplier && { ...supplier, value: toNameCase(supplier.value) },
    supplierAbn: toField(extraction.abn),
    documentDate: toField(extraction.date),
    totalCents: total && { ...total, ...(extraction.isForeign && { isForeign: true }) },
    gstCents: gst && { ...gst, origin: extraction.gstCents!.origin },
  }
}

function boxOf({ rows, raw }: Pick<ReadValue<unknown>, 'rows' | 'raw'>, page: Page): ReadBox {
  const words = rows.length > 1 ? rows.flatMap(({ words }) => words) : wordsWith(rows[0]!, raw)
  const area = {
    left: Math.min(...words.map(({ area }) => area.left)),
    top: Math.min(...words.map(({ area }) => area.top)),
    right: Math.max(...words.map(({ area }) => area.right)),
    bottom: Math.max(...words.map(({ area }) => area.bottom)),
  }
  return { page: rows[0]!.page + 1, ...toShares(area, page) }
}

/** Where a receipt is on a page as its preview shows it. Its corners start at the top left of what's read. */
export function toReceiptArea(corners: Corners, { turn }: Page): ReceiptArea {
  const shown = corners.map(([x, y]): Corners[number] => {
    const { left, top } = unturned({ left: x, right: x, top: y, bottom: y }, turn)
    return [share(left), share(top)]
  }) as Corners
  const [across, down] = [shown.map(([x]) => x), shown.map(([, y]) => y)]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  const [width, height] = [share(Math.max(...across) - left), share(Math.max(...down) - top)]
  return { page: 1, left, top, width, height, corners: shown }
}

/** An area of a page as its preview shows it. */
function toShares(read: Area, { turn }: Page): Omit<ReadBox, 'page'> {
  const area = unturned(read, turn)
  const [left, top] = [share(area.left), share(area.top)]
  return { left, top, width: share(area.right) - left, height: share(area.bottom) - top }
}

/** The words of a row that a text was read from; all of them when it can't be told. */
function wordsWith({ words }: Row, raw: string): Row['words'] {
  const compact = (text: string) => text.replace(/\s/g, '')
  let length = 0
  const starts = words.map(({ text }) => {
    const start = length
    length += compact(text).length
    return start
  })
  const target = compact(raw)
  const from = compact(words.map(({ text }) => text).join('')).lastIndexOf(target)
  if (from === -1 || target === '') return words
  return words.filter(
    ({ text }, i) => starts[i]! < from + target.length && starts[i]! + compact(text).length > from,
  )
}

/** An area of a page as it was before it was turned clockwise to be read. */
function unturned({ left, top, right, bottom }: Area, turn: Page['turn']): Area {
  if (turn === 90) return { left: top, top: 1 - right, right: bottom, bottom: 1 - left }
  if (turn === 180) return { left: 1 - right, top: 1 - bottom, right: 1 - left, bottom: 1 - top }
  if (turn === 270) return { left: 1 - bottom, top: left, right: 1 - top, bottom: right }
  return { left, top, right, bottom }
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
}
